import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import { toV1Commands } from "./commands.ts";
import { findMode, toModes, toV1Options } from "./config-options.ts";
import { toV1Call } from "./tool-calls.ts";

type Translate = (session: UpdatesToV1, fields: UpdateFields) => readonly UpdateFields[];

const whole =
  (chunk: string): Translate =>
  (session, fields) =>
    session.toChunks(fields, chunk);
const part: Translate = (session, fields) => [session.toChunk(fields)];

/**
 * What each update of version 2 is in version 1. Terminals and states are left as they are: who decodes terminals
 * knows both, and tells neither to the client. Any other update is the same in both versions.
 */
const TABLE: Readonly<Record<string, Translate>> = {
  user_message: whole("user_message_chunk"),
  agent_message: whole("agent_message_chunk"),
  agent_thought: whole("agent_thought_chunk"),
  user_message_chunk: part,
  agent_message_chunk: part,
  agent_thought_chunk: part,
  tool_call_update: (session, fields) => [session.toCall(fields)],
  tool_call_content_chunk: (session, fields) => [session.toGrownCall(fields)],
  plan_update: (session, fields) => session.toPlan(fields),
  available_commands_update: (_, fields) => [
    { ...fields, availableCommands: toV1Commands(fields["availableCommands"]) },
  ],
  config_option_update: (session, fields) => session.toOptions(fields),
};

/** Calls and messages that are remembered; more than any session is likely to have. */
const MAX_KNOWN = 65_536;

/** One session's updates on their way from an agent of version 2 to a client of version 1. */
export class UpdatesToV1 {
  readonly #explain: (what: string) => void;
  readonly #messages = new Set<string>();
  /** What each call shows, which version 1 always says as a whole. */
  readonly #contents = new Map<string, readonly unknown[]>();
  #options: unknown = [];

  constructor(explain: (what: string) => void) {
    this.#explain = explain;
  }

  /** The option of the agent that is its mode. */
  get modeOption(): UpdateFields | undefined {
    return findMode(this.#options);
  }

  translate(fields: UpdateFields): readonly UpdateFields[] {
    const translate = TABLE[toText(fields["sessionUpdate"]) ?? ""];
    return translate === undefined ? [fields] : translate(this, fields);
  }

  /** What a session that was opened answers with. */
  open({ availableCommands: _commands, ...result }: UpdateFields): UpdateFields {
    const { configOptions } = result;
    this.#options = configOptions;
    const modes = toModes(configOptions);
    return {
      ...result,
      ...(Array.isArray(configOptions) && { configOptions: toV1Options(configOptions) }),
      ...(modes !== null && { modes }),
    };
  }

  /** What a session answers with whose option was set. */
  set({ configOptions, ...result }: UpdateFields): UpdateFields {
    this.#options = configOptions;
    return { ...result, configOptions: toV1Options(configOptions) };
  }

  /** A message that is said again as a whole cannot be taken back. */
  toChunks(fields: UpdateFields, sessionUpdate: string): readonly UpdateFields[] {
    const { content, messageId, _meta } = fields;
    const blocks = Array.isArray(content) ? content : [];
    const id = toText(messageId) ?? "";
    if (this.#messages.has(id)) {
      if (blocks.length > 0) this.#explain("a message that was said already, said anew");
      return [];
    }
    this.#know(id);
    return blocks.map((block: unknown) => ({
      sessionUpdate,
      content: block,
      messageId,
      ...(_meta !== undefined && { _meta }),
    }));
  }

  toChunk(fields: UpdateFields): UpdateFields {
    this.#know(toText(fields["messageId"]) ?? "");
    return fields;
  }

  toCall(fields: UpdateFields): UpdateFields {
    const { content } = fields;
    const toolCallId = toText(fields["toolCallId"]) ?? "";
    const isKnown = this.#contents.has(toolCallId);
    if (content !== undefined || !isKnown) {
      this.#keep(toolCallId, Array.isArray(content) ? content : []);
    }
    const call = toV1Call(fields);
    if (isKnown) return call;
    return { title: toolCallId, ...call, sessionUpdate: "tool_call" };
  }

  toGrownCall({ toolCallId, content, _meta }: UpdateFields): UpdateFields {
    const grown = [...(this.#contents.get(toText(toolCallId) ?? "") ?? []), content];
    const sessionUpdate = "tool_call_update";
    const meta = _meta !== undefined && { _meta };
    return this.toCall({ sessionUpdate, toolCallId, content: grown, ...meta });
  }

  toPlan({ plan, ...fields }: UpdateFields): readonly UpdateFields[] {
    const { type, entries } = toFields(plan);
    if (type === "items") return [{ ...fields, sessionUpdate: "plan", entries }];
    this.#explain(`a plan of type ${toText(type) ?? "?"}`);
    return [];
  }

  toOptions(fields: UpdateFields): readonly UpdateFields[] {
    const before = this.modeOption?.["currentValue"];
    this.#options = fields["configOptions"];
    const current = this.modeOption?.["currentValue"];
    const mode = { sessionUpdate: "current_mode_update", currentModeId: current };
    return [
      { ...fields, configOptions: toV1Options(this.#options) },
      ...(current === undefined || current === before ? [] : [mode]),
    ];
  }

  #know(messageId: string): void {
    if (messageId !== "" && this.#messages.size < MAX_KNOWN) this.#messages.add(messageId);
  }

  #keep(toolCallId: string, content: readonly unknown[]): void {
    if (this.#contents.has(toolCallId) || this.#contents.size < MAX_KNOWN) {
      this.#contents.set(toolCallId, content);
    }
  }
}
