import type {
  AgentHarness,
  ClientFiles,
  HarnessSession,
  SessionRequest,
} from "@termwire/acp/agent";
import { createOwnedRunner, type CommandRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import type { ExportTarget } from "./commands/export-command.ts";
import { createSessionMcp, type McpHost, type SessionMcp } from "./mcp/session-mcp.ts";
import type { Model } from "./model.ts";
import { createFixedPicker, type ModelPicker } from "./models/model-picker.ts";
import type { PermissionMode } from "./permission/permission-mode.ts";
import { parseSandboxLevel, SANDBOX_SETTING, toStricter } from "./sandbox/sandbox-level.ts";
import {
  createSandboxSwitch,
  type SandboxSource,
  type SandboxSwitch,
} from "./sandbox/sandbox-switch.ts";
import { AgentSession } from "./session/agent-session.ts";
import type { SessionArchive } from "./session/session-archive.ts";
import {
  createSessionRecord,
  describeUnkept,
  type SessionRecord,
} from "./session/session-record.ts";
import { readChoice } from "./session/session-settings.ts";
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
  /** For the person to put around all commands of a session, in place of `runner`. Absent: they cannot. */
  readonly sandboxes?: SandboxSource;
  /** What MCP servers are run with. Absent: sessions have none, and clients are told so. */
  readonly mcp?: McpHost;
  /** Where a session can be written to, in a session's directory. Absent, or null from it: nowhere. */
  readonly createExportTarget?: (session: ExportPlace) => ExportTarget | null;
  /** Whether any model that can be chosen takes images, for a prompt to hold them. Absent: no. */
  readonly acceptsImages?: () => Promise<boolean>;
  /** Of a session that has not chosen one. Absent: `ask`. */
  readonly permissionMode?: PermissionMode;
  /** Where sessions are kept. Absent or null: nowhere, and the harness says it cannot open earlier ones. */
  readonly archive?: SessionArchive | null;
  /** Rejects with an error that names the directory when commands cannot run there. */
  readonly checkDirectory: (cwd: string) => Promise<void>;
}

/** A session that can be written to a file. */
export interface ExportPlace {
  /** Absolute. */
  readonly cwd: string;
  readonly sessionId: string;
  /** The client's files where the directory is in its environment; null where it is here. */
  readonly clientFiles: ClientFiles | null;
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
  const { archive = null, acceptsImages } = options;
  const about = {
    info: options.info,
    usesMcpServers: options.mcp !== undefined,
    ...(acceptsImages !== undefined && { acceptsImages }),
  };
  const createSession = (request: SessionRequest): Promise<HarnessSession> =>
    openSession(options, request, () => createRecord(archive, request));
  if (archive === null) return { ...about, createSession };
  return {
    ...about,
    createSession,
    store: {
      openSession: (request) =>
        openSession(options, request, async () =>
          createSessionRecord(await archive.openLog(request.sessionId)),
        ),
      forkSession: (sessionId, request) =>
        openSession(options, request, async () =>
          createSessionRecord(await archive.forkLog(sessionId, request)),
        ),
      listSessions: (query) => archive.listSessions(query),
      deleteSession: (sessionId) => archive.deleteSession(sessionId),
    },
  };
}

/** The record comes last: what is opened is then owned by a session that closes it. */
async function openSession(
  options: HarnessOptions,
  request: SessionRequest,
  openRecord: () => Promise<SessionRecord>,
): Promise<HarnessSession> {
  const { cwd, clientRunner } = request;
  // A directory in the client's environment is the client's to check.
  if (clientRunner === null) await options.checkDirectory(cwd);
  const models =
    typeof options.model === "function" ? options.model() : createFixedPicker(options.model);
  const isAtClient = clientRunner !== null;
  const sandboxed = isAtClient ? null : await createSandboxed(options, models, cwd);
  const record = await openRecord();
  try {
    return composeSession(options, { request, models, sandboxed, record });
  } catch (error) {
    await record[Symbol.asyncDispose]();
    throw error;
  }
}

interface OpenedParts {
  readonly request: SessionRequest;
  readonly models: ModelPicker;
  readonly sandboxed: CommandRunner | null;
  readonly record: SessionRecord;
}

function composeSession(
  options: HarnessOptions,
  { request, models, sandboxed, record }: OpenedParts,
): HarnessSession {
  const { cwd, sessionId, clientRunner, clientFiles = {} } = request;
  const { permissionMode = "ask", createSystemPrompt = async () => "" } = options;
  const isAtClient = clientRunner !== null;
  const sandbox = isAtClient ? null : createSandbox(options, record, cwd);
  const place = { cwd, sessionId, clientFiles: isAtClient ? clientFiles : null };
  const mcp = createMcp(options, request, models);
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
    runner: createOwnedRunner(clientRunner ?? sandbox ?? createRunner(options, cwd)),
    sandboxedRunner: sandboxed && createOwnedRunner(sandboxed),
    record,
    defaultMode: permissionMode,
    sandbox,
    mcp,
    exportTarget: options.createExportTarget?.(place) ?? null,
  });
  change.notify = () => session.noteChange();
  return session;
}

/** Servers take a while: for a model they use the time until its first prompt. */
function createMcp(
  { mcp }: HarnessOptions,
  { mcpServers = [], cwd }: SessionRequest,
  { model }: ModelPicker,
): SessionMcp | null {
  if (mcp === undefined || mcpServers.length === 0) return null;
  const servers = createSessionMcp(mcpServers, cwd, mcp);
  if (model.author !== "person") void servers.prepare(AbortSignal.abort());
  return servers;
}

/** One that is opened again is held as it was, and never less than all are. */
function createSandbox(
  { sandboxes }: HarnessOptions,
  record: SessionRecord,
  cwd: string,
): SandboxSwitch | null {
  if (sandboxes === undefined) return null;
  const chosen = parseSandboxLevel(readChoice(record.events, SANDBOX_SETTING) ?? "");
  const level = chosen === null ? sandboxes.initial : toStricter(chosen, sandboxes.initial);
  return createSandboxSwitch(sandboxes, cwd, level);
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
