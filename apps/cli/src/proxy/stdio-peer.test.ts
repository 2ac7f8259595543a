import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createStdioPeer } from "./stdio-peer.ts";

describe("createStdioPeer", () => {
  it("ends each line, whether it was cut out of more or stands alone", async () => {
    const output = new PassThrough();
    const peer = createStdioPeer(new PassThrough(), output);
    const chunk = Buffer.from("one\ntwo\nthree");
    await peer.write(chunk.subarray(0, 3));
    await peer.write(chunk.subarray(4, 7));
    await peer.write(chunk.subarray(8));
    await peer.write(chunk.subarray(0, 2));
    await peer.write("text é");
    await peer.write(new Uint8Array(0));
    output.end();
    const written = Buffer.concat(await output.toArray()).toString();
    expect(written).toBe("one\ntwo\nthree\non\ntext é\n\n");
  });

  it("lets the writer wait while a slow reader has enough, and not for ever when it goes", async () => {
    const output = new Writable({ highWaterMark: 1024, write: () => undefined });
    const peer = createStdioPeer(new PassThrough(), output);
    await peer.write(Buffer.alloc(512 * 1024));
    let isTaken = false;
    const write = peer.write(Buffer.alloc(1024 * 1024)).then(() => {
      isTaken = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isTaken).toBe(false);
    output.destroy();
    await write;
    await peer.write("lost");
    expect(isTaken).toBe(true);
  });
});
