import { toSourceLink, type Finding } from "@termwire/acp/check";
import { toVisibleText } from "@termwire/terminal";
import { EXIT } from "../exit-status.ts";

/** What was judged, with what was found. */
export interface Judged {
  /** A file, or what the agent was told of its client. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Adds to a message where it is in what was judged; null when that tells nothing. */
  readonly toPlace: (message: number) => number | null;
}

/** Prints findings on stdout; the exit status is that of a failure when something that must be is not. */
export function printFindings({ name, findings, toPlace }: Judged, json: boolean): number {
  for (const { requirement, message, detail } of findings) {
    const place = message === null ? null : toPlace(message);
    const { id, level, side, sentence } = requirement;
    const source = toSourceLink(requirement);
    process.stdout.write(
      json
        ? `${JSON.stringify({ name, place, id, level, side, sentence, source, detail })}\n`
        : `${toWords({ name, place, id, level, side, detail: toVisibleText(detail) })}\n  ${sentence} ${source}\n`,
    );
  }
  if (!json && findings.length === 0) process.stdout.write(`${name}: nothing found\n`);
  const isBroken = findings.some(({ requirement }) => requirement.level === "MUST");
  return isBroken ? EXIT.failure : EXIT.ok;
}

function toWords(said: {
  readonly name: string;
  readonly place: number | null;
  readonly id: string;
  readonly level: string;
  readonly side: string;
  readonly detail: string;
}): string {
  const at = said.place === null ? said.name : `${said.name}:${said.place}`;
  return `${at}: ${said.id} (${said.side} ${said.level}): ${said.detail}`;
}
