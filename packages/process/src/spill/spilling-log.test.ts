import {
  mkdtempSync,
  readFileSync,
  rmSync,
  writeSync,
  openSync,
  closeSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutputLog } from "@termwire/terminal";
import { createSpillFile, type SpillFile } from "./spill-file.ts";
import { createSpillingLog, type SpillingLog, type SpillSettings } from "./spilling-log.ts";

let directory = "";
let created = 0;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "termwire-spilling-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const createFile = (): SpillFile =>
  createSpillFile(join(directory, String(created++)), () => undefined);

const start = (outputLimitBytes: number, settings: Partial<SpillSettings> = {}): SpillingLog =>
  createSpillingLog(outputLimitBytes, {
    createFile,
    limitBytes: 1e9,
    maxWriteMs: 60_000,
    ...settings,
  });

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the file holds, as its own fact tells where it is. */
const contentOf = ({ spill }: SpillingLog): string => {
  const { path } = spill.save();
  return path === null ? "" : readFileSync(path, "utf8");
};

/** A file on a device that is always full. */
const createFullFile = (): SpillFile => {
  const fd = openSync("/dev/full", "w");
  return {
    path: "/dev/full",
    bytes: 0,
    write: (part) => void writeSync(fd, part),
    close: () => undefined,
    remove: () => closeSync(fd),
  };
};

describe("a spill file", () => {
  it("is not made while memory holds everything", () => {
    const before = created;
    const { log } = start(10);
    log.append(bytes("0123456789"));
    log.end();
    expect(created).toBe(before);
  });

  it("is made when memory does not, with what it held from the first byte on", () => {
    const before = created;
    const subject = start(10);
    for (const part of ["01234", "56789", "a", "b", "c"]) subject.log.append(bytes(part));
    expect(created).toBe(before + 1);
    expect(contentOf(subject)).toBe("0123456789abc");
  });

  it("is made when it is asked for, and follows what is printed later", () => {
    const subject = start(100);
    subject.log.append(bytes("early "));
    const { path, ...fact } = subject.spill.save();
    expect(fact).toEqual({ bytes: 6, missingBytes: 0, reason: null });
    subject.log.append(bytes("late"));
    subject.log.end();
    expect(readFileSync(path ?? "", "utf8")).toBe("early late");
  });

  it("can be asked for after the end, and twice", () => {
    const subject = start(100);
    subject.log.append(bytes("all"));
    subject.log.end();
    const saved = subject.spill.save();
    expect(contentOf(subject)).toBe("all");
    expect(subject.spill.save()).toEqual(saved);
  });

  it("holds a chunk that is bigger than the memory, and all of a log that keeps nothing", () => {
    for (const limit of [0, 3]) {
      const subject = start(limit);
      subject.log.append(bytes("a"));
      subject.log.append(bytes("bigger"));
      subject.log.end();
      expect(contentOf(subject)).toBe("abigger");
    }
  });

  it("stops at its limit and says so, with the exact number of bytes that are missing", () => {
    const subject = start(2, { limitBytes: 5 });
    for (const part of ["abc", "def", "ghi"]) subject.log.append(bytes(part));
    expect(contentOf(subject)).toBe("abcde");
    expect(subject.spill.save()).toMatchObject({
      bytes: 5,
      missingBytes: 4,
      reason: "its limit of 5 bytes",
    });
  });

  it("is whole when it ends exactly at its limit", () => {
    const subject = start(2, { limitBytes: 6 });
    for (const part of ["abc", "def"]) subject.log.append(bytes(part));
    expect(subject.spill.save()).toMatchObject({ bytes: 6, missingBytes: 0, reason: null });
  });

  it("leaves the log alone when the disk is full, and says so", () => {
    const subject = start(2, { createFile: createFullFile });
    for (const part of ["abc", "def", "ghi"]) subject.log.append(bytes(part));
    expect(subject.spill.save()).toMatchObject({
      bytes: 0,
      missingBytes: 9,
      reason: expect.stringContaining("ENOSPC"),
    });
    expect(new TextDecoder().decode(subject.log.read(7).bytes)).toBe("hi");
  });

  it("leaves the log alone when there is no place for it, asks once, and says so", () => {
    let asked = 0;
    const refuse = (): never => {
      asked++;
      return createSpillFile("/proc/no/such/place", () => undefined) as never;
    };
    const subject = start(2, { createFile: refuse });
    for (const part of ["abc", "def"]) subject.log.append(bytes(part));
    expect(subject.spill.save()).toMatchObject({
      path: null,
      bytes: 0,
      missingBytes: 6,
      reason: expect.stringContaining("ENOENT"),
    });
    expect(asked).toBe(1);
  });

  it("is given up on a disk that is so slow that everything would wait for it", () => {
    const createSlowFile = (): SpillFile => {
      const file = createFile();
      return {
        path: file.path,
        get bytes() {
          return file.bytes;
        },
        write: (part) => {
          for (const end = performance.now() + 20; performance.now() < end;);
          file.write(part);
        },
        close: () => file.close(),
        remove: () => file.remove(),
      };
    };
    const subject = start(1, { createFile: createSlowFile, maxWriteMs: 5 });
    for (const part of ["ab", "cd", "ef"]) subject.log.append(bytes(part));
    expect(subject.spill.save()).toMatchObject({
      bytes: 2,
      missingBytes: 4,
      reason: "the disk is too slow",
    });
  });

  it("is gone when it was removed, for good and whatever is printed then", () => {
    const subject = start(2);
    subject.log.append(bytes("abc"));
    const path = subject.spill.save().path ?? "";
    subject.spill.remove();
    subject.spill.remove();
    subject.log.append(bytes("def"));
    subject.log.end();
    expect(existsSync(path)).toBe(false);
    expect(subject.spill.save()).toEqual({
      path: null,
      bytes: 0,
      missingBytes: 6,
      reason: "it was removed",
    });
  });

  it("takes nothing after the end of the log, as the log does not", () => {
    const subject = start(2);
    subject.log.append(bytes("abc"));
    subject.log.end();
    expect(() => subject.log.append(bytes("d"))).toThrow("append after end");
    expect(contentOf(subject)).toBe("abc");
  });
});

it("whatever is printed and asked, the file has its beginning and the log is a log", () => {
  const chunk = fc.uint8Array({ maxLength: 40 });
  const step = fc.oneof({ weight: 5, arbitrary: chunk }, fc.constant("save" as const));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.nat({ max: 60 }),
      fc.nat({ max: 200 }),
      (steps, outputLimitBytes, limitBytes) => {
        const { log, spill } = start(outputLimitBytes, { limitBytes });
        const plain = createOutputLog(outputLimitBytes);
        const printed: number[] = [];
        for (const taken of steps) {
          if (taken === "save") {
            spill.save();
            continue;
          }
          printed.push(...taken);
          log.append(taken);
          plain.append(taken);
        }
        log.end();
        expect(log.startOffset).toBe(plain.startOffset);
        expect(log.read(0)).toEqual(plain.read(0));
        const { path, bytes: size, missingBytes } = spill.save();
        expect([...readFileSync(path ?? "")]).toEqual(printed.slice(0, limitBytes));
        expect(size).toBe(Math.min(printed.length, limitBytes));
        expect(size + missingBytes).toBe(printed.length);
        spill.remove();
      },
    ),
    { numRuns: 300 },
  );
});
