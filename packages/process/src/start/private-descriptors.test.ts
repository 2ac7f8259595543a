import { describe, expect, it } from "vitest";
import {
  keepPrivate,
  withPrivateDescriptors,
  type DescriptorEntry,
} from "./private-descriptors.ts";

const entries = (): DescriptorEntry[] => withPrivateDescriptors(["ignore", 5, 6], (stdio) => stdio);

describe("the descriptors of a child", () => {
  it("are as they were while nothing is private", () => {
    expect(entries()).toEqual(["ignore", 5, 6]);
  });

  it("have nothing behind a private number, and leave the others alone", () => {
    const forget = keepPrivate(9);
    const withOne = entries();
    forget();
    expect(withOne).toHaveLength(10);
    expect(withOne.slice(0, 9)).toEqual([
      "ignore",
      5,
      6,
      ...Array.from({ length: 6 }, () => "ignore"),
    ]);
    expect(withOne[9]).toBeTypeOf("number");
    expect(entries()).toEqual(["ignore", 5, 6]);
  });
});
