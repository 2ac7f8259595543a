import { spawnSync } from "node:child_process";

/** `chcp` answers in milliseconds; one that does not is not waited for. */
const CHCP_TIMEOUT_MS = 5_000;

let known: number | null | undefined;

/** The code page of the console, in which native programs of Windows print; null when it is not told. Asked once. */
export function readCodePage(): number | null {
  if (known !== undefined) return known;
  known = parseCodePage(
    spawnSync("chcp.com", { encoding: "latin1", timeout: CHCP_TIMEOUT_MS, windowsHide: true })
      .stdout,
  );
  return known;
}

/** The last number in what `chcp` says, which it says in the language of the system. */
export function parseCodePage(text: string | null | undefined): number | null {
  const digits = /(\d+)\D*$/u.exec(text ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}
