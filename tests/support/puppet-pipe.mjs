// Stands behind the relay's `-- command` and joins its stdio to a socket of the test, which speaks as the App Server: any bytes at all.
import { connect } from "node:net";

const socket = connect(Number(process.argv[2]), "127.0.0.1");
socket.on("error", () => process.exit(3));
socket.on("close", () => process.exit(0));
process.stdin.pipe(socket);
socket.pipe(process.stdout);
process.stdin.on("end", () => process.exit(0));
