import type { AgentHarness, HarnessSession, SessionRequest } from "@termwire/acp/agent";
import { createOwnedRunner, type CommandRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import type { Model } from "./model.ts";
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
  readonly model: Model;
  /** The same for all sessions, or made for each. */
  readonly tools: ToolRegistry | ((session: ToolSession) => SessionTools);
  /** Runs every session's commands; each session owns, and ends, its own. */
  readonly runner: CommandRunner;
  /**
   * Creates what holds the commands of a session in that directory, for the mode `auto`. Absent or null: there is no
   * sandbox, and `auto` asks.
   */
  readonly createSandboxedRunner?: ((cwd: string) => CommandRunner) | null;
  /** Of a session that has not chosen one. Absent: `ask`. */
  readonly permissionMode?: PermissionMode;
  /** Where sessions are kept. Absent or null: nowhere, and the harness says it cannot open earlier ones. */
  readonly archive?: SessionArchive | null;
  /** Rejects with an error that names the directory when commands cannot run there. */
  readonly checkDirectory: (cwd: string) => Promise<void>;
}

/** Creates the built-in agent. Nothing a session started outlives the session. */
export function createHarness(options: HarnessOptions): AgentHarness {
  const { info, archive = null } = options;
  const createSession = async (request: SessionRequest): Promise<HarnessSession> => {
    await checkDirectory(options, request);
    return openSession(options, request, await createRecord(archive, request));
  };
  if (archive === null) return { info, createSession };
  return {
    info,
    createSession,
    store: {
      async openSession(request) {
        await checkDirectory(options, request);
        const log = await archive.openLog(request.sessionId);
        return openSession(options, request, createSessionRecord(log));
      },
      listSessions: (query) => archive.listSessions(query),
      deleteSession: (sessionId) => archive.deleteSession(sessionId),
    },
  };
}

/** A directory in the client's environment is the client's to check. */
async function checkDirectory(
  options: HarnessOptions,
  { cwd, clientRunner }: SessionRequest,
): Promise<void> {
  if (clientRunner === null) await options.checkDirectory(cwd);
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

function openSession(
  options: HarnessOptions,
  { cwd, clientRunner }: SessionRequest,
  record: SessionRecord,
): HarnessSession {
  const { model, tools, createSandboxedRunner = null, permissionMode = "ask" } = options;
  const runner = createOwnedRunner(clientRunner ?? options.runner);
  // What the client runs is out of reach of a sandbox here.
  const canHold = clientRunner === null && createSandboxedRunner !== null;
  const change: { notify: () => void } = { notify: () => undefined };
  const session = new AgentSession({
    cwd,
    model,
    tools: createTools(tools, { cwd, notifyChange: () => change.notify() }),
    runner,
    sandboxedRunner: canHold ? createOwnedRunner(createSandboxedRunner(cwd)) : null,
    record,
    defaultMode: permissionMode,
  });
  change.notify = () => session.onChange?.();
  return session;
}

function createTools(tools: HarnessOptions["tools"], session: ToolSession): SessionTools {
  if (typeof tools === "function") return tools(session);
  return { registry: tools, takeNotices: () => [], [Symbol.asyncDispose]: async () => undefined };
}
