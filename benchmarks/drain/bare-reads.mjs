import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { ReadStream } from "node:tty";

/**
 * The native part of node-pty, as far as it is used here.
 *
 * @typedef {{ open: (cols: number, rows: number) => { master: number, slave: number, pty: string } }} Native
 */

const READ_BYTES = 64 * 1024;
/** After a read that big there is more. */
const BIG_READ_BYTES = 2048;

/** @returns {Native} */
function loadNative() {
  const own = createRequire(new URL("../../packages/process/package.json", import.meta.url));
  const name = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  return /** @type {Native} */ (createRequire(own.resolve("@lydell/node-pty"))(name)); // as its types say
}

/**
 * Runs a program on a terminal and does nothing but read: into one buffer, nothing kept, nobody told. No reader that
 * lives in a process of Node is faster.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<number>} How many bytes came.
 */
export async function runBareReads(file, args) {
  const { master, slave, pty } = loadNative().open(80, 24);
  const own = openSync(pty, constants.O_RDWR | constants.O_NOCTTY);
  closeSync(slave);
  const child = spawn(file, args, { detached: true, stdio: ["ignore", own, own] });
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let bytes = 0;
  /** @param {number} untilBytes */
  const readOn = (untilBytes) => {
    for (let length = BIG_READ_BYTES; length >= untilBytes && length > 0; bytes += length) {
      length = readNow(master, buffer);
    }
  };
  /** @param {number} length */
  const callback = (length) => {
    bytes += length;
    if (length >= BIG_READ_BYTES) readOn(BIG_READ_BYTES);
    return true;
  };
  const options = { readable: true, onread: { buffer, callback } };
  const stream = new ReadStream(master, options);
  stream.on("error", () => undefined);
  stream.resume();
  await once(child, "exit");
  stream.pause();
  readOn(1);
  closeSync(own);
  stream.destroy();
  return bytes;
}

/**
 * @param {number} descriptor
 * @param {Buffer} buffer
 */
function readNow(descriptor, buffer) {
  try {
    return readSync(descriptor, buffer);
  } catch {
    return 0; // nothing now
  }
}
