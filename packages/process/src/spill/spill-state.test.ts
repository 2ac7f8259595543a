import { describe, expect, it } from "vitest";
import type { SpillFile } from "./spill-file.ts";
import { createSpillState } from "./spill-state.ts";

function createFile() {
  const calls: string[] = [];
  let bytes = 0;
  const file: SpillFile = {
    path: "/spill",
    get bytes() {
      return bytes;
    },
    write(written) {
      bytes += written.length;
    },
    close: () => void calls.push("close"),
    remove: () => void calls.push("remove"),
  };
  return { file, calls };
}

function createSubject(limitBytes = 100) {
  const { file, calls } = createFile();
  let made = 0;
  const state = createSpillState({
    createFile() {
      made += 1;
      return file;
    },
    limitBytes,
    maxWriteMs: 1_000,
  });
  return { state, calls, made: () => made };
}

describe("the file behind an output", () => {
  it("is made once, when it is asked for", () => {
    const { state, made } = createSubject();
    state.write(new Uint8Array(3));
    expect(state).toMatchObject({ hasFile: false, savedBytes: 0, isStopped: false });
    state.open();
    state.open();
    state.write(new Uint8Array(3));
    expect(made()).toBe(1);
    expect(state).toMatchObject({ hasFile: true, savedBytes: 3 });
  });

  it("says what it has when the log is gone, too", () => {
    const { state, calls } = createSubject();
    state.open();
    state.write(new Uint8Array(5));
    state.end(5);
    expect(calls).toEqual(["close"]);
    expect(state.read()).toEqual({ path: "/spill", bytes: 5, missingBytes: 0, reason: null });
  });

  it("says what is missing of an output that was never saved", () => {
    const { state } = createSubject();
    state.end(7);
    expect(state.read()).toEqual({ path: null, bytes: 0, missingBytes: 7, reason: null });
  });

  it("does not grow beyond its limit, and says so", () => {
    const { state } = createSubject(4);
    state.open();
    state.write(new Uint8Array(6));
    expect(state.isStopped).toBe(true);
    state.write(new Uint8Array(6));
    expect(state.read(12)).toEqual({
      path: "/spill",
      bytes: 4,
      missingBytes: 8,
      reason: "its limit of 4 bytes",
    });
  });

  it("is gone for good once it was removed", () => {
    const { state, calls, made } = createSubject();
    state.open();
    state.remove();
    state.remove();
    state.open();
    expect(calls).toContain("remove");
    expect(made()).toBe(1);
    expect(state.read(3)).toMatchObject({ path: null, reason: "it was removed" });
  });

  it("that cannot be made is not tried again", () => {
    let tried = 0;
    const state = createSpillState({
      createFile() {
        tried += 1;
        throw new Error("EROFS");
      },
      limitBytes: 1,
      maxWriteMs: 1,
    });
    state.open();
    state.open();
    expect(tried).toBe(1);
    expect(state.read(2)).toMatchObject({ path: null, missingBytes: 2, reason: "EROFS" });
  });
});
