import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { isGiven, isUnsigned, show, toKey } from "./agent-terminal-rules.ts";
import type { Report } from "./finding.ts";
import type { ConnectionFacts, Rules, SeenMessage } from "./seen-message.ts";

interface Served {
  readonly limitBytes: number | null;
  output: string;
  exited: boolean;
  killed: boolean;
  released: boolean;
}

/** Judges a client that runs commands for its agent. */
export class ClientTerminalRules implements Rules {
  readonly #facts: ConnectionFacts;
  readonly #report: Report;
  readonly #served = new Map<string, Served>();
  /** Requests that were sent after the release of what they name. */
  readonly #late = new Set<unknown>();

  constructor(facts: ConnectionFacts, report: Report) {
    this.#facts = facts;
    this.#report = report;
  }

  take(message: SeenMessage): void {
    const { direction, method, isAnswer, params, sessionId } = message;
    if (!method.startsWith("terminal/") || this.#facts.version >= 2) return;
    const served = this.#served.get(toKey(sessionId, params["terminalId"]));
    if (isAnswer && direction === "c2a") this.#answered(message, served);
    else if (served?.released === true) this.#late.add(message.id);
  }

  end(): void {
    // What never came may still have been on its way.
  }

  #answered(message: SeenMessage, served: Served | undefined): void {
    const { method, result, id } = message;
    const isLate = this.#late.delete(id);
    if (result === null) this.#judgeError(message, served);
    else this.#judgeResult(method, result, { message, served });
    if (isLate && result !== null) {
      this.#report("T1-RELEASE-INVALID", `${method} was answered after the release`);
    }
    if (served === undefined) return;
    served.released ||= method === "terminal/release";
    served.killed ||= method === "terminal/kill";
  }

  #judgeError({ method, error }: SeenMessage, served: Served | undefined): void {
    if (error["code"] === -32601 && this.#facts.capabilities["terminal"] === true) {
      this.#report("T1-CAP", `${method} is not there, and the client said terminal: true`);
    }
    const isUse = method === "terminal/output" || method === "terminal/wait_for_exit";
    if (isUse && served?.killed === true && !served.released) {
      this.#report("T1-KILL-VALID", `${method} was refused after terminal/kill`);
    }
  }

  #judgeResult(
    method: string,
    result: UpdateFields,
    { message, served }: { readonly message: SeenMessage; readonly served: Served | undefined },
  ): void {
    if (method === "terminal/create") this.#create(result, message);
    if (method === "terminal/output") this.#judgeOutput(result, served);
    if (method === "terminal/wait_for_exit") this.#judgeExit(result, served);
  }

  #create({ terminalId }: UpdateFields, { sessionId, params }: SeenMessage): void {
    const key = toKey(sessionId, terminalId);
    const isNew = typeof terminalId === "string" && terminalId !== "" && !this.#served.has(key);
    if (!isNew) this.#report("T1-CREATE-ID", `the id ${show(terminalId)}`);
    const { outputByteLimit } = params;
    const limitBytes = typeof outputByteLimit === "number" ? outputByteLimit : null;
    const fresh = { limitBytes, output: "", exited: false, killed: false, released: false };
    this.#served.set(key, fresh);
  }

  #judgeOutput({ output, truncated, exitStatus }: UpdateFields, served: Served | undefined): void {
    if (typeof output !== "string" || typeof truncated !== "boolean") {
      this.#report("T1-OUTPUT", show({ output, truncated }));
      return;
    }
    if (served === undefined) return;
    this.#judgeText(output, truncated, served);
    if (isGiven(exitStatus)) this.#judgeExit(toFields(exitStatus), served);
    else if (served.exited) {
      this.#report("T1-OUTPUT-EXIT", "no exit status after the command had exited");
    }
  }

  #judgeText(output: string, truncated: boolean, served: Served): void {
    const bytes = new TextEncoder().encode(output).length;
    if (served.limitBytes !== null && bytes > served.limitBytes) {
      this.#report("T1-LIMIT", `${bytes} bytes, and at most ${served.limitBytes} were asked for`);
    }
    const isCut = truncated && output.startsWith("\uFFFD");
    if (isCut) this.#report("T1-LIMIT-CHAR", "cut in a character");
    if (!truncated && !output.startsWith(served.output)) {
      this.#report("T1-OUTPUT-TRUNCATED", "output is missing that was there before");
    }
    served.output = truncated ? "" : output;
  }

  #judgeExit({ exitCode, signal }: UpdateFields, served: Served | undefined): void {
    const isCode = !isGiven(exitCode) || isUnsigned(exitCode);
    const isSignal = !isGiven(signal) || typeof signal === "string";
    const areBoth = isGiven(exitCode) && isGiven(signal);
    if (!isCode || !isSignal || areBoth) this.#report("T1-WAIT-CODE", show({ exitCode, signal }));
    if (served !== undefined) served.exited = true;
  }
}
