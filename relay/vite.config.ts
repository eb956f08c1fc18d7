// One file with everything in it: it starts anywhere with Node and nothing else (Codex is found at run time).
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    ssr: "src/main.ts",
    outDir: "dist",
    target: "node20",
    minify: false,
    rolldownOptions: { output: { entryFileNames: "longwire.js" } },
  },
  ssr: { noExternal: true },
});
