import { createReadStream } from "node:fs";
import { checkTraffic } from "@termwire/acp/check";
import { EXIT } from "../exit-status.ts";
import { parseRecord } from "../replay/parse-record.ts";
import { splitLines } from "../replay/split-lines.ts";
import { MessageLines } from "./message-lines.ts";
import { printFindings } from "./print-findings.ts";

/** Judges recordings. Resolves with the worst exit status; a line that is no record is said and passed over. */
export async function checkFiles(files: readonly string[], json: boolean): Promise<number> {
  let worst: number = EXIT.ok;
  for (const file of files) worst = Math.max(worst, await checkFile(file, json));
  return worst;
}

async function checkFile(file: string, json: boolean): Promise<number> {
  const judge = checkTraffic();
  const lines = new MessageLines();
  let broken = 0;
  try {
    for await (const { number, text } of splitLines(openFile(file))) {
      const record = text === null ? TOO_LONG : parseRecord(text);
      if (record?.kind === "broken") {
        broken += 1;
        process.stderr.write(`termwire: ${file}:${number}: ${record.problem}\n`);
      }
      if (record?.kind !== "message") continue;
      lines.add(number);
      judge.take(record.direction, record.message);
    }
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    process.stderr.write(`termwire: cannot read ${file}: ${error.message}\n`);
    return EXIT.noInput;
  }
  const toPlace = (message: number): number | null => lines.find(message);
  const status = printFindings({ name: file, findings: judge.end(), toPlace }, json);
  return broken > 0 ? Math.max(status, EXIT.failure) : status;
}

const TOO_LONG = { kind: "broken", problem: "the line is too long to be a message" } as const;

function openFile(file: string): AsyncIterable<Uint8Array> {
  return file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
}
