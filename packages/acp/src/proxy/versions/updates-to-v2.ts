import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import { toV2Commands } from "./commands.ts";
import { MODE_OPTION_ID, findMode, toModeOption, toV2Options } from "./config-options.ts";
import { toV2Call } from "./tool-calls.ts";

type Translate = (session: UpdatesToV2, fields: UpdateFields) => readonly UpdateFields[];

/** What each update of version 1 is in version 2; any other is the same in both. */
const TABLE: Readonly<Record<string, Translate>> = {
  user_message_chunk: (session, fields) => [session.toChunk(fields)],
  agent_message_chunk: (session, fields) => [session.toChunk(fields)],
  agent_thought_chunk: (session, fields) => [session.toChunk(fields)],
  tool_call: (session, fields) => session.toCall(fields),
  tool_call_update: (session, fields) => session.toCall(fields),
  plan: (session, fields) => session.toPlan(fields),
  available_commands_update: (_, fields) => [
    { ...fields, availableCommands: toV2Commands(fields["availableCommands"]) },
  ],
  config_option_update: (session, fields) => session.toOptions(fields),
  current_mode_update: (session, fields) => session.toMode(fields),
};

/** A session has one plan in version 1. */
const PLAN_ID = "plan";

/** One session's updates on their way from an agent of version 1 to a client of version 2. */
export class UpdatesToV2 {
  readonly #newMessageId: () => string;
  /** Who speaks, until something else comes between. */
  #message: { readonly kind: unknown; readonly id: string } | null = null;
  #options: readonly UpdateFields[] = [];
  #mode: UpdateFields | null = null;

  constructor(newMessageId: () => string) {
    this.#newMessageId = newMessageId;
  }

  /** True when the session's modes are no option of the agent's own. */
  get hasModes(): boolean {
    return this.#mode !== null;
  }

  /** All options, the modes among them. */
  get options(): readonly UpdateFields[] {
    return this.#mode === null ? this.#options : [...this.#options, this.#mode];
  }

  translate(fields: UpdateFields): readonly UpdateFields[] {
    const translate = TABLE[toText(fields["sessionUpdate"]) ?? ""];
    return translate === undefined ? [fields] : translate(this, fields);
  }

  /** What a session that was opened answers with. */
  open({ configOptions, modes, ...result }: UpdateFields): UpdateFields {
    this.#options = toV2Options(configOptions);
    this.#mode = findMode(this.#options) === undefined ? toModeOption(modes) : null;
    return { ...result, configOptions: this.options };
  }

  /** What a session answers with whose option was set. */
  set({ configOptions, ...result }: UpdateFields): UpdateFields {
    if (Array.isArray(configOptions)) this.#options = toV2Options(configOptions);
    return { ...result, configOptions: this.options };
  }

  /** The mode was set. */
  choose(modeId: unknown): void {
    if (this.#mode !== null) this.#mode = { ...this.#mode, currentValue: modeId };
  }

  /** What is said next is a message of its own. */
  endMessage(): void {
    this.#message = null;
  }

  toChunk(fields: UpdateFields): UpdateFields {
    const kind = fields["sessionUpdate"];
    const named = toText(fields["messageId"]);
    if (named === null && this.#message?.kind !== kind) {
      this.#message = { kind, id: this.#newMessageId() };
    }
    return { ...fields, messageId: named ?? this.#message?.id };
  }

  toCall(fields: UpdateFields): readonly UpdateFields[] {
    this.endMessage();
    return [toV2Call({ ...fields, sessionUpdate: "tool_call_update" })];
  }

  toPlan({ entries, ...fields }: UpdateFields): readonly UpdateFields[] {
    this.endMessage();
    const plan = { type: "items", planId: PLAN_ID, entries };
    return [{ ...fields, sessionUpdate: "plan_update", plan }];
  }

  toOptions(fields: UpdateFields): readonly UpdateFields[] {
    this.#options = toV2Options(fields["configOptions"]);
    return [{ ...fields, configOptions: this.options }];
  }

  /** An option of the agent's own tells of it in an update of its own. */
  toMode({ currentModeId, _meta }: UpdateFields): readonly UpdateFields[] {
    if (!this.hasModes) return [];
    this.choose(currentModeId);
    const meta = toFields(_meta);
    return [
      {
        sessionUpdate: "config_option_update",
        configOptions: this.options,
        ...(Object.keys(meta).length > 0 && { _meta: meta }),
      },
    ];
  }
}

/** True for the option that stands for an agent's modes. */
export function isModeOption(session: UpdatesToV2, configId: unknown): boolean {
  return session.hasModes && configId === MODE_OPTION_ID;
}
