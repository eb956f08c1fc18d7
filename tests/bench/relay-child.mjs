// The child of the relay benchmark: after the first line on stdin it writes BYTES of JSONL as fast as it can, in lines of
// 215 bytes (what a stream of text deltas looks like), then makes the file DONE if one is named, and lives until stdin ends.
// node relay-child.mjs BYTES [DONE]; with BYTES "echo" it sends each line back.
import { writeFileSync, writeSync } from "node:fs";

const [bytes = "echo", done] = process.argv.slice(2);

if (bytes === "echo") {
  process.stdin.on("data", (chunk) => process.stdout.write(chunk));
} else {
  process.stdin.once("data", () => {
    const line = `${JSON.stringify({ method: "item/agentMessage/delta", params: { threadId: "0".repeat(36), turnId: "1".repeat(36), itemId: "m", delta: "x".repeat(57) } })}\n`;
    const batch = Buffer.from(line.repeat(Math.floor(65_536 / line.length)));
    for (let left = Number(bytes); left > 0;) {
      const size = Math.min(left, batch.length);
      // The last line ends too, wherever it is cut.
      if (size === left) batch[size - 1] = 10;
      let at = 0;
      while (at < size) {
        try {
          at += writeSync(1, batch, at, size - at);
        } catch (error) {
          if (error.code !== "EAGAIN") throw error;
        }
      }
      left -= size;
    }
    if (done !== undefined) writeFileSync(done, "");
  });
}
process.stdin.on("end", () => process.exit(0));
