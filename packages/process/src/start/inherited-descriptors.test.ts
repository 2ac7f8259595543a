import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findInheritedDescriptors } from "./inherited-descriptors.ts";

const directory = mkdtempSync(join(tmpdir(), "termwire-fdinfo-"));
afterAll(() => rmSync(directory, { recursive: true }));

const note = (descriptor: number, flags: string): void =>
  writeFileSync(join(directory, String(descriptor)), `pos:\t0\nflags:\t${flags}\nmnt_id:\t15\n`);

it("finds what children would get and nobody hides: neither the standard three nor close-on-exec", () => {
  note(0, "0100000");
  note(2, "0100001");
  note(20, "02100000");
  note(251, "0100001");
  note(252, "02004002");
  writeFileSync(join(directory, "30"), "something else\n");
  expect(findInheritedDescriptors(directory)).toEqual([251]);
});

it("finds none where the system does not tell", () => {
  expect(findInheritedDescriptors(join(directory, "missing"))).toEqual([]);
});
