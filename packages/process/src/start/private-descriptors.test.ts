import { describe, expect, it } from "vitest";
import {
  keepPrivate,
  withPrivateDescriptors,
  type DescriptorEntry,
} from "./private-descriptors.ts";

const entries = (): DescriptorEntry[] => withPrivateDescriptors(["ignore", 5, 6], (stdio) => stdio);

/** Higher than any that this process inherited. */
const PRIVATE = 900;

describe("the descriptors of a child", () => {
  it("are what they are told to be", () => {
    expect(entries().slice(0, 3)).toEqual(["ignore", 5, 6]);
  });

  it("have nothing behind a private number, and leave the others alone", () => {
    const before = entries();
    const forget = keepPrivate(PRIVATE);
    const withOne = entries();
    forget();
    expect(withOne).toHaveLength(PRIVATE + 1);
    expect(withOne[PRIVATE]).toBeTypeOf("number");
    expect(withOne.slice(before.length, PRIVATE).every((entry) => entry === "ignore")).toBe(true);
    expect(entries()).toHaveLength(before.length);
  });
});
