// Makes shared-protocol/generated/{ts,schema,methods.ts,request-forms.ts,pinned-shapes.ts} from the pinned App Server binary, with --experimental.
// Does nothing when they were already made by this very version. The output is never committed.
// Everything is made in a folder beside and renamed into place, so that two runs at once do no harm.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { methodsModule } from "./methods.mjs";
import { pinnedShapesModule } from "./pinned-shapes.mjs";
import { methodsOf, requestFormsModule } from "./request-forms.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "generated");
const pinned = /^CODEX_VERSION=(.+)$/m.exec(readFileSync(join(here, "..", "..", "versions.env"), "utf8"))?.[1];

const manifest = createRequire(import.meta.url).resolve("@openai/codex/package.json");
const { version, bin } = JSON.parse(readFileSync(manifest, "utf8"));
if (version !== pinned) {
  console.error(`versions.env pins Codex ${pinned}, but ${version} is installed. Run "pnpm install".`);
  process.exit(1);
}

// A change of the generator itself makes the output again, too.
const own = createHash("sha256");
for (const file of ["generate.mjs", "methods.mjs", "pinned-shapes.mjs", "request-forms.mjs"])
  own.update(readFileSync(join(here, file)));
const stamp = `${version}\n${own.digest("hex").slice(0, 16)}\n`;
const isMade = () => existsSync(join(out, "VERSION")) && readFileSync(join(out, "VERSION"), "utf8") === stamp;
if (isMade()) process.exit(0);

const codex = join(dirname(manifest), typeof bin === "string" ? bin : bin.codex);
const workshop = join(here, "..", ".cache");
mkdirSync(workshop, { recursive: true });
const making = mkdtempSync(join(workshop, "generated-"));
try {
  for (const [command, folder, ...more] of [
    ["generate-ts", "ts", "--experimental"],
    ["generate-json-schema", "schema", "--experimental"],
    // What is not in here needs the experimental API.
    ["generate-json-schema", "stable"],
  ]) {
    mkdirSync(join(making, folder), { recursive: true });
    const args = [codex, "app-server", command, "--out", join(making, folder), ...more];
    execFileSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  }
  writeFileSync(join(making, "methods.ts"), methodsModule(making));
  const stable = methodsOf(join(making, "stable", "ClientRequest.json"));
  writeFileSync(join(making, "request-forms.ts"), requestFormsModule(making, stable, version));
  writeFileSync(join(making, "pinned-shapes.ts"), pinnedShapesModule(making, version));
  rmSync(join(making, "stable"), { recursive: true, force: true });
  writeFileSync(join(making, "VERSION"), stamp);
  replace();
} finally {
  rmSync(making, { recursive: true, force: true });
}

/** Puts the new folder in the place of the old one; another run that was faster has made the same. */
function replace() {
  for (let attempt = 0; attempt < 20 && !isMade(); attempt += 1) {
    const old = `${making}.old`;
    try {
      if (existsSync(out)) renameSync(out, old);
      renameSync(making, out);
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
  if (!isMade())
    throw new Error(`Could not put the generated types into ${out}. Remove that folder and run this again.`);
}
