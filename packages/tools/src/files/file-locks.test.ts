import { describe, expect, it } from "vitest";
import { createFileLocks } from "./file-locks.ts";

describe("changes of one file", () => {
  it("are done one after the other, in their order, also after one that failed", async () => {
    const locks = createFileLocks();
    const done: string[] = [];
    const change = (name: string) => async (): Promise<string> => {
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
      if (name === "b") throw new Error("no");
      return name;
    };
    const all = ["a", "b", "c"].map((name) => locks.hold("/f", change(name)));
    expect(await Promise.allSettled(all)).toMatchObject([
      { value: "a" },
      { status: "rejected" },
      { value: "c" },
    ]);
    expect(done).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("do not wait for those of another one", async () => {
    const locks = createFileLocks();
    const never = locks.hold("/a", () => new Promise<void>(() => undefined));
    expect(await locks.hold("/b", async () => "b")).toBe("b");
    expect(never).toBeInstanceOf(Promise);
  });
});
