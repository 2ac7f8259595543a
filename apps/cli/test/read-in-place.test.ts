import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as untilNextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readAhead } from "../src/proxy/read-ahead.ts";
import { readInPlace } from "../src/proxy/read-in-place.ts";

const TARGET = { room: () => new Uint8Array(1024), fill: () => undefined };
/** Prints 8 MB in lines of growing length, and `argv[1]` after them. */
const PRINT = `
  const lines = [];
  for (let length = 1, bytes = 0; bytes < 8e6; bytes += length, length += 37) lines.push("x".repeat(length) + "\\n");
  process.stdout.write(lines.join("") + process.argv[1]);`;

function start(script: string, ...args: readonly string[]) {
  return spawn(process.execPath, ["-e", script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
}

async function collect(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("readInPlace", () => {
  it("reads what a child prints", async () => {
    const child = start("process.stdout.write('a')");
    const room = Buffer.alloc(8);
    let read = "";
    const fill = (length: number): void => {
      read += room.toString("utf8", 0, length);
    };
    expect(readInPlace(child.stdout, { room: () => room, fill })).not.toBeNull();
    await once(child, "close");
    expect(read).toBe("a");
  });

  it("leaves alone what is read already, and what is no child's", () => {
    const child = start("");
    child.stdout.resume();
    expect(readInPlace(child.stdout, TARGET)).toBeNull();
    expect(readInPlace(new PassThrough(), TARGET)).toBeNull();
  });

  it("destroys the child's stream with its own, and the other way round", async () => {
    const ends = start("");
    readInPlace(ends.stdout, TARGET);
    await once(ends, "close");
    expect(ends.stdout.destroyed).toBe(true);
    const runs = start("process.stdin.resume()");
    const flow = readInPlace(runs.stdout, TARGET);
    if (flow === null) throw new Error("it was not read in place");
    const closed = new Promise((resolve) => {
      flow.on("close", resolve);
    });
    runs.stdout.destroy();
    await closed;
    runs.stdin.end();
    await once(runs, "close");
  });
});

describe("readAhead, of a child", () => {
  it("gives every byte in order, as Node's own reading does", async () => {
    const [ours, theirs] = [start(PRINT, "rest"), start(PRINT, "rest")];
    const [read, expected] = await Promise.all([
      collect(readAhead(ours.stdout)),
      collect(theirs.stdout),
    ]);
    expect(read.equals(expected)).toBe(true);
  });

  it("lets a child wait whose lines nobody takes, and goes on with it later", async () => {
    const child = start(PRINT, "rest");
    const closed = once(child, "close");
    const lines = readAhead(child.stdout);
    const first = await lines.next();
    // It would end if it were read from: there is time enough.
    for (let turn = 0; turn < 1000; turn++) await untilNextTurn();
    expect(child.exitCode).toBeNull();
    const rest = await collect(lines);
    expect(Buffer.from(first.value ?? []).length + rest.length).toBeGreaterThan(8e6);
    await closed;
  });

  it("ends with a child that is killed", async () => {
    const child = start("process.stdout.write('a\\nb'); setInterval(() => undefined, 1000)");
    const lines = readAhead(child.stdout);
    const first = await lines.next();
    expect(Buffer.from(first.value ?? []).toString()).toBe("a\n");
    child.kill("SIGKILL");
    expect((await collect(lines)).toString()).toBe("b");
    await once(child, "close");
  });
});
