// A plugin of the build: every `import(…)` of a file of the app becomes a call of src/app-file.ts with the names of all that
// the file needs beside the first screen's files, and Vite's own loading ahead (which asks for each once in the life of a page)
// is left out.
import type { Plugin, Rollup } from "vite";

/** Changed together with what is written below: files of other contents must not have the names of earlier ones. */
const EDITION = "app-files 1";
const IMPORT = /\bimport\(([`"'])\.\/([^`"'()]+\.js)\1\)/g;

type Bundle = Rollup.OutputBundle;

/** The names in the bundle of a chunk and of all that it imports before it runs. */
function withImports(name: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  for (const file of chunk.imports) withImports(file, bundle, found);
  for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
  return found;
}

export function appFiles(): Plugin {
  return {
    name: "app-files",
    apply: "build",
    enforce: "post",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // What index.html names is still loaded ahead.
          resolveDependencies: (_file, needs, { hostType }) => (hostType === "js" ? [] : needs),
        },
      },
    }),
    augmentChunkHash: () => EDITION,
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        const first = new Set(
          chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName, bundle)]),
        );
        const plain = (name: string) => JSON.stringify(name.replace(/^assets\//, ""));
        for (const chunk of chunks) {
          const left = new Set(chunk.dynamicImports);
          chunk.code = chunk.code.replaceAll(IMPORT, (_whole, _quote, file: string) => {
            const name = `assets/${file}`;
            if (bundle[name]?.type !== "chunk") this.error(`${chunk.fileName} imports ${file}, which is not built`);
            left.delete(name);
            const needs = [...withImports(name, bundle)].filter((need) => need !== name && !first.has(need));
            return `appFile(${plain(name)},[${needs.map(plain).join(",")}])`;
          });
          if (left.size > 0) this.error(`${chunk.fileName} imports ${[...left].join(", ")} in another way`);
        }
      },
    },
  };
}
