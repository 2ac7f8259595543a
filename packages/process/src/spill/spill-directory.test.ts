import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcessIdentities } from "../identity/process-identities.ts";
import { createSpillDirectory } from "./spill-directory.ts";
import { createSpillFile } from "./spill-file.ts";
import { parseSpillOwner, renderSpillOwner } from "./spill-owner.ts";
import { sweepSpills } from "./sweep-spills.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "termwire-roots-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("a spill directory", () => {
  it("is made with its first file; only this user may enter it or read the file", () => {
    const directory = createSpillDirectory([join(root, "a", "b")], process.platform);
    expect(existsSync(join(root, "a"))).toBe(false);
    const file = directory.createFile();
    const { path } = file;
    expect([modeOf(path), modeOf(dirname(path)), modeOf(join(root, "a"))]).toEqual([
      "600",
      "700",
      "700",
    ]);
    expect(dirname(dirname(path))).toBe(join(root, "a", "b"));
    file.remove();
  });

  it("is removed with its last file, and made again with the next", () => {
    const directory = createSpillDirectory([root], process.platform);
    const before = process.listenerCount("exit");
    const [first, second] = [directory.createFile(), directory.createFile()];
    first.write(Buffer.from("abc"));
    expect([first.bytes, readFileSync(first.path, "utf8")]).toEqual([3, "abc"]);
    first.remove();
    expect(readdirSync(dirname(second.path))).toHaveLength(1);
    second.remove();
    second.remove();
    expect(readdirSync(root)).toEqual([]);
    expect(process.listenerCount("exit")).toBe(before);
    directory.createFile().remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it("is made again when somebody tidied it away", () => {
    const directory = createSpillDirectory([root], process.platform);
    const lost = directory.createFile();
    rmSync(dirname(lost.path), { recursive: true });
    const kept = directory.createFile();
    lost.remove();
    expect(existsSync(kept.path)).toBe(true);
    kept.remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it("is under the next root where the first is no directory", () => {
    writeFileSync(join(root, "file"), "");
    const roots = [join(root, "file", "below"), join(root, "good")];
    const file = createSpillDirectory(roots, process.platform).createFile();
    expect(file.path.startsWith(join(root, "good"))).toBe(true);
    file.remove();
  });

  it("is not under a root that others can change, and the error says which", () => {
    chmodSync(root, 0o777);
    expect(() => createSpillDirectory([root], process.platform).createFile()).toThrow(
      `${root} is within reach of other users`,
    );
    chmodSync(root, 0o1777);
    createSpillDirectory([root], process.platform).createFile().remove();
  });
});

describe("a spill file", () => {
  it("never takes the place of a file or follows a link", () => {
    const [file, link] = [join(root, "file"), join(root, "link")];
    writeFileSync(file, "old");
    symlinkSync(join(root, "target"), link);
    for (const path of [file, link]) {
      expect(() => createSpillFile(path, () => undefined)).toThrow("EEXIST");
    }
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(existsSync(join(root, "target"))).toBe(false);
  });

  it("stays, without harm, when it cannot be removed", () => {
    let removals = 0;
    const path = join(root, "file");
    const file = createSpillFile(path, () => removals++);
    rmSync(path);
    mkdirSync(path);
    file.remove();
    expect(removals).toBe(0);
  });
});

describe("the owner of a spill directory", () => {
  it("is read back from its name", () => {
    const owner = createProcessIdentities().readOwn();
    expect(owner.pid).toBe(process.pid);
    expect(parseSpillOwner(`${renderSpillOwner(owner)}aB3_x9`)).toEqual(owner);
  });

  it.each(["", "x", "0123abcd-1-1", "0123abcd-01-1-abcdef", "0123abcd-1-1-abcdefg", "../x"])(
    "is not read from %j",
    (name) => {
      expect(parseSpillOwner(name)).toBe(null);
    },
  );
});

describe("sweeping", () => {
  const sweep = (): Promise<void> => sweepSpills([root], process.platform);
  const own = createProcessIdentities().readOwn();

  /** A directory with something in it that bears the name of an owner. */
  const leave = (owner: Partial<typeof own>): string => {
    const name = `${renderSpillOwner({ ...own, ...owner })}abcdef`;
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "x.log"), "left");
    return name;
  };

  it("removes what processes that are gone have left, also when their number is in use again", async () => {
    leave({ pid: 2 ** 22 + 1 });
    leave({ startedAt: own.startedAt - 1 });
    await sweep();
    expect(readdirSync(root)).toEqual([]);
  });

  it("leaves alone what lives, what is another machine's, and what is nobody's", async () => {
    const names = [leave({}), leave({ place: "00000000", pid: 2 ** 22 + 1 }), "notes"];
    mkdirSync(join(root, "notes"));
    await sweep();
    expect(readdirSync(root).toSorted()).toEqual(names.toSorted());
  });

  it("removes a link and not what it leads to", async () => {
    const name = leave({ pid: 2 ** 22 + 1 });
    rmSync(join(root, name), { recursive: true });
    mkdirSync(join(root, "target"));
    symlinkSync(join(root, "target"), join(root, name));
    await sweep();
    expect(readdirSync(root)).toEqual(["target"]);
  });

  it("does not mind that there is nothing to sweep", async () => {
    const missing = sweepSpills([join(root, "missing")], process.platform);
    await expect(missing).resolves.toBe(undefined);
  });
});
