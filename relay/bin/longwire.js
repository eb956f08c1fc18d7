#!/usr/bin/env node
// The `longwire` command: runs the bundle that `pnpm build` makes.
import "../dist/longwire.js";
