import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A shell line that goes on when it is told to, and not by chance. */
export function createGate(): { readonly line: string; readonly open: () => void } {
  const directory = mkdtempSync(join(tmpdir(), "termwire-gate-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "open");
  return {
    line: `until [ -e '${path}' ]; do sleep 0.05; done`,
    open: () => writeFileSync(path, ""),
  };
}
