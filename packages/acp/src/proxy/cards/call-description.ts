import {
  describeCall,
  isCommandInput,
  toCommand,
  UNDESCRIBED,
  type CallDescription,
} from "../../dialects/command-line.ts";
import type { TerminalFacts } from "../../dialects/session-terminals.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toRawInput, type TerminalCall } from "../../dialects/terminal-encoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import { hasTerminalMembers } from "./terminal-members.ts";

/** True for an update of a call that shows a terminal, or can only be a command. */
export function isTerminalCall(fields: UpdateFields): boolean {
  const { kind, rawInput } = fields;
  const isCommand = kind === "execute" || (kind === undefined && isCommandInput(rawInput));
  return isCommand || hasTerminalMembers(fields);
}

/** What is known of a command by now. The encoder that holds it always speaks of the present. */
export class DescribedCall implements TerminalCall {
  readonly toolCallId: string;
  /** What only reads or searches passes as it is. */
  readonly look: null = null;
  #said: CallDescription = UNDESCRIBED;
  #rawInput: UpdateFields = {};
  #shown: Pick<TerminalFacts, "command" | "cwd"> = { command: null, cwd: null };

  constructor(toolCallId: string) {
    this.toolCallId = toolCallId;
  }

  get command(): string {
    return this.#shown.command ?? toCommand(this.#said) ?? this.#said.title ?? "";
  }

  /** Empty while nobody said where it runs. */
  get cwd(): string {
    return this.#shown.cwd ?? this.#said.cwd ?? "";
  }

  get description(): string | null {
    return this.#said.description;
  }

  get background(): boolean {
    return this.#said.background;
  }

  /** What the agent says of the call. */
  read(fields: UpdateFields): void {
    this.#said = describeCall(this.#said, fields);
    const rawInput = toFields(fields["rawInput"]);
    if (Object.keys(rawInput).length > 0) this.#rawInput = rawInput;
  }

  /** What is shown of its terminal. */
  show({ command, cwd }: Pick<TerminalFacts, "command" | "cwd">): void {
    this.#shown = { command: command ?? this.#shown.command, cwd: cwd ?? this.#shown.cwd };
  }

  /** The agent's own raw input, as long as it says the same command. */
  toRawInput(): UpdateFields {
    const { command } = this;
    const { args: _, ...input } = this.#rawInput;
    if (Object.keys(input).length === 0) return withoutEmptyCwd(toRawInput(this));
    const { input: said } = describeCall(UNDESCRIBED, { rawInput: this.#rawInput });
    return said === command ? this.#rawInput : { ...input, command };
  }

  /** An announcement without what is not known. */
  withoutUnknown(update: UpdateFields): UpdateFields {
    const rawInput = this.toRawInput();
    const meta = toFields(update["_meta"]);
    const info = toFields(meta["terminal_info"]);
    const hasInfo = this.cwd === "" && "cwd" in info;
    return {
      ...update,
      rawInput,
      ...(hasInfo && { _meta: { ...meta, terminal_info: withoutEmptyCwd(info) } }),
    };
  }
}

function withoutEmptyCwd(fields: UpdateFields): UpdateFields {
  const { cwd, ...rest } = fields;
  return cwd === "" ? rest : fields;
}
