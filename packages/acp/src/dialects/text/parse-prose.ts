import type { EndingCause } from "@termwire/terminal";

/** An exit code that an agent put among the output, and the output without it. */
export interface ProseEnding {
  readonly exitCode: number;
  readonly output: string;
}

/** How one agent words an ending: where nothing but it can stand. */
interface ProseForm {
  /** The names under which the agent introduces itself. */
  readonly agent: RegExp;
  /** The status of calls that are worded like this; null for any. */
  readonly status: string | null;
  /** Groups: `before`, `code`, `after`. */
  readonly text: RegExp;
}

const FORMS: readonly ProseForm[] = [
  {
    // The result of a Bash call that failed begins with its exit code; one that did not fail has none.
    agent: /(?:^|\/)claude(?:-code|-agent)-acp$/,
    status: "failed",
    text: /^(?<before>)Exit code (?<code>\d{1,10})(?:\n(?<after>[^]*))?$/,
  },
  {
    // Appended to every result of its shell tool, on a line of its own.
    agent: /^copilot$/i,
    status: null,
    text: /^(?<before>[^]*?)\n?<(?:shellId: \S+ completed|exited) with exit code (?<code>\d{1,10})>\s*$/,
  },
  {
    // The report of their shell tool: labelled lines, the whole text.
    agent: /^(?:qwen-code|gemini-cli|gemini)$/i,
    status: null,
    text: /^Command: [^]*?\nDirectory: [^\n]*\n(?:Output|Stdout): (?<before>[^]*?)\n(?:Error|Stderr): [^]*\nExit Code: (?<code>\d{1,10})\nSignal: \(none\)[^]*$/,
  },
];

/**
 * The exit code that this agent is known to put into its text. Null for any other agent and any other wording: a
 * command could have printed it. Only to be asked when no data says how the command ended.
 */
export function parseProseEnding(
  text: string,
  { agent, status }: { readonly agent: string; readonly status: unknown },
): ProseEnding | null {
  for (const form of FORMS) {
    if (!form.agent.test(agent) || (form.status !== null && form.status !== status)) continue;
    const groups = form.text.exec(text)?.groups;
    if (groups === undefined) continue;
    const output = (groups["before"] ?? "") + (groups["after"] ?? "");
    return { exitCode: Number(groups["code"]), output };
  }
  return null;
}

/** The words with which these agents begin the report of a command that they ended, always and before its output. */
const CAUSES: readonly {
  readonly agent: RegExp;
  readonly text: RegExp;
  readonly cause: EndingCause;
}[] = [{ agent: /(?:^|\/)claude-code-acp$/, text: /^Timed out\. New output:\n/, cause: "timeout" }];

/** Why this agent says that it ended a command; null when it does not say, or is not known to. */
export function parseProseCause(text: string, agent: string): EndingCause | null {
  return CAUSES.find((form) => form.agent.test(agent) && form.text.test(text))?.cause ?? null;
}
