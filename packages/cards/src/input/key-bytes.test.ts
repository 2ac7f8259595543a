import { describe, expect, it } from "vitest";
import { keyBytes, type KeyPress } from "./key-bytes.ts";

const plain = { isApplicationCursor: false, isBracketedPaste: false };
const press = (key: string, held = ""): KeyPress => ({
  key,
  ctrlKey: held.includes("C"),
  altKey: held.includes("A"),
  shiftKey: held.includes("S"),
  metaKey: held.includes("M"),
});

describe("the bytes of a key", () => {
  it.each([
    ["Enter", "", "\r"],
    ["Tab", "", "\t"],
    ["Tab", "S", "\u001B[Z"],
    ["Escape", "", "\u001B"],
    ["Backspace", "", "\u007F"],
    ["Backspace", "C", "\b"],
    ["Backspace", "A", "\u001B\u007F"],
    ["ArrowUp", "", "\u001B[A"],
    ["ArrowLeft", "C", "\u001B[1;5D"],
    ["ArrowRight", "SA", "\u001B[1;4C"],
    ["Home", "", "\u001B[H"],
    ["End", "S", "\u001B[1;2F"],
    ["Delete", "", "\u001B[3~"],
    ["PageUp", "C", "\u001B[5;5~"],
    ["F1", "", "\u001BOP"],
    ["F4", "S", "\u001B[1;2S"],
    ["F5", "", "\u001B[15~"],
    ["F12", "", "\u001B[24~"],
    ["c", "C", "\u0003"],
    ["D", "CS", "\u0004"],
    ["[", "C", "\u001B"],
    ["@", "C", "\0"],
    [" ", "C", "\0"],
    ["/", "C", "\u001F"],
    ["?", "C", "\u007F"],
    ["b", "A", "\u001Bb"],
  ])("%s with %j held are %j", (key, held, bytes) => {
    expect(keyBytes(press(key, held), plain)).toBe(bytes);
  });

  it.each([
    ["a", ""],
    ["漢", ""],
    ["@", "CA"],
    ["Shift", "S"],
    ["Dead", ""],
    ["Process", ""],
    ["1", "C"],
    ["c", "M"],
    ["ArrowLeft", "M"],
    ["AudioVolumeUp", ""],
  ])("%s with %j held are none", (key, held) => {
    expect(keyBytes(press(key, held), plain)).toBeNull();
  });

  it("are others for arrows where the program asked for it", () => {
    const asked = { ...plain, isApplicationCursor: true };
    expect(keyBytes(press("ArrowDown"), asked)).toBe("\u001BOB");
    expect(keyBytes(press("ArrowDown", "C"), asked)).toBe("\u001B[1;5B");
  });
});
