import type { AgentHarness, HarnessSession, SessionRequest } from "@termwire/acp/agent";
import { createOwnedRunner, type CommandRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import type { Model } from "./model.ts";
import { createFixedPicker, type ModelPicker } from "./models/model-picker.ts";
import type { PermissionMode } from "./permission/permission-mode.ts";
import { AgentSession } from "./session/agent-session.ts";
import type { SessionArchive } from "./session/session-archive.ts";
import {
  createSessionRecord,
  describeUnkept,
  type SessionRecord,
} from "./session/session-record.ts";
import type { SessionTools, ToolSession } from "./session/session-tools.ts";

/** What a harness is composed of. */
export interface HarnessOptions {
  readonly info: AgentHarness["info"];
  /** The same for all sessions, or made for each, for its person to choose. */
  readonly model: Model | (() => ModelPicker);
  /** What holds for a whole conversation with a model. Absent: nothing. */
  readonly createSystemPrompt?: (session: SystemPromptRequest) => Promise<string>;
  /** The same for all sessions, or made for each. */
  readonly tools: ToolRegistry | ((session: ToolSession) => SessionTools);
  /** Runs every session's commands, or is made for a directory; each session owns, and ends, its own. */
  readonly runner: CommandRunner | ((cwd: string) => CommandRunner);
  /**
   * Creates what holds a model's commands in the mode `auto`, for a session in that directory. Absent, or null from it:
   * there is no sandbox to leave, and `auto` asks.
   */
  readonly createSandboxedRunner?: (cwd: string) => Promise<CommandRunner | null>;
  /** Of a session that has not chosen one. Absent: `ask`. */
  readonly permissionMode?: PermissionMode;
  /** Where sessions are kept. Absent or null: nowhere, and the harness says it cannot open earlier ones. */
  readonly archive?: SessionArchive | null;
  /** Rejects with an error that names the directory when commands cannot run there. */
  readonly checkDirectory: (cwd: string) => Promise<void>;
}

/** A session whose model is to be told where it works. */
export interface SystemPromptRequest {
  /** Absolute. */
  readonly cwd: string;
  /** Names of the tools it has. */
  readonly tools: readonly string[];
  /** The directory is in the client's environment. */
  readonly isAtClient: boolean;
}

/** Creates the built-in agent. Nothing a session started outlives the session. */
export function createHarness(options: HarnessOptions): AgentHarness {
  const { info, archive = null } = options;
  const createSession = (request: SessionRequest): Promise<HarnessSession> =>
    openSession(options, request, () => createRecord(archive, request));
  if (archive === null) return { info, createSession };
  return {
    info,
    createSession,
    store: {
      openSession: (request) =>
        openSession(options, request, async () =>
          createSessionRecord(await archive.openLog(request.sessionId)),
        ),
      listSessions: (query) => archive.listSessions(query),
      deleteSession: (sessionId) => archive.deleteSession(sessionId),
    },
  };
}

/** The record comes last: what is opened is then owned by a session that closes it. */
async function openSession(
  options: HarnessOptions,
  { cwd, clientRunner, clientFiles = {} }: SessionRequest,
  openRecord: () => Promise<SessionRecord>,
): Promise<HarnessSession> {
  // A directory in the client's environment is the client's to check.
  if (clientRunner === null) await options.checkDirectory(cwd);
  const { permissionMode = "ask", createSystemPrompt = async () => "" } = options;
  const models =
    typeof options.model === "function" ? options.model() : createFixedPicker(options.model);
  const isAtClient = clientRunner !== null;
  const runner = createOwnedRunner(clientRunner ?? createRunner(options, cwd));
  const sandboxed = isAtClient ? null : await createSandboxed(options, models, cwd);
  const change: { notify: () => void } = { notify: () => undefined };
  const session = new AgentSession({
    cwd,
    models,
    createSystemPrompt: (names) => createSystemPrompt({ cwd, tools: names, isAtClient }),
    tools: createTools(options.tools, {
      cwd,
      clientFiles,
      notifyChange: () => change.notify(),
    }),
    runner,
    sandboxedRunner: sandboxed && createOwnedRunner(sandboxed),
    record: await openRecord(),
    defaultMode: permissionMode,
  });
  change.notify = () => session.noteChange();
  return session;
}

function createRunner({ runner }: HarnessOptions, cwd: string): CommandRunner {
  return typeof runner === "function" ? runner(cwd) : runner;
}

/** What a person types is never held, so for that none is looked for. */
async function createSandboxed(
  { createSandboxedRunner }: HarnessOptions,
  { model, settings }: ModelPicker,
  cwd: string,
): Promise<CommandRunner | null> {
  const isAlwaysTyped = model.author === "person" && settings.length === 0;
  if (isAlwaysTyped || createSandboxedRunner === undefined) return null;
  return createSandboxedRunner(cwd);
}

/** A session that cannot be kept is a session all the same. */
async function createRecord(
  archive: SessionArchive | null,
  { sessionId, cwd }: SessionRequest,
): Promise<SessionRecord> {
  if (archive === null) return createSessionRecord(null);
  try {
    return createSessionRecord(await archive.createLog({ sessionId, cwd }));
  } catch (error) {
    return createSessionRecord(null, [describeUnkept(error)]);
  }
}

function createTools(tools: HarnessOptions["tools"], session: ToolSession): SessionTools {
  if (typeof tools === "function") return tools(session);
  return { registry: tools, takeNotices: () => [], [Symbol.asyncDispose]: async () => undefined };
}
