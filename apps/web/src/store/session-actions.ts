import type { TerminalId, TerminalSize } from "@termwire/terminal";
import type { Setting } from "../settings/setting.ts";
import { DisconnectedError } from "../wire/rpc-error.ts";
import type { RpcId } from "../wire/rpc-peer.ts";
import type { AgentConnection } from "./agent-connection.ts";
import type { SentPrompts } from "./sent-prompts.ts";
import type { SessionBook } from "./session-book.ts";
import type { Session } from "./session.ts";

/** Where actions find what they act on, at the moment they act. */
export interface ActionGround {
  /** Null while there is no connection. */
  readonly connection: () => AgentConnection | null;
  readonly book: () => SessionBook;
  readonly sent: SentPrompts;
  /** Shows why something could not be done; a connection that ended is shown already. */
  readonly fail: (error: unknown) => void;
}

/** What a person does in one session. Nothing here throws or rejects: what is refused is shown. */
export class SessionActions {
  readonly #ground: ActionGround;

  constructor(ground: ActionGround) {
    this.#ground = ground;
  }

  async prompt(session: Session, text: string): Promise<void> {
    const { sessionId } = session.view;
    const promptId = crypto.randomUUID();
    const prompt = [{ type: "text", text }];
    this.#ground.sent.add(promptId, { sessionId, text });
    session.prompted(promptId, prompt);
    const params = { sessionId, prompt, _meta: { termwire: { promptId } } };
    try {
      await this.#connected().request("session/prompt", params);
      this.#ground.sent.arrived(promptId);
    } catch (error) {
      // Whether it arrived is seen when the session is told anew.
      if (error instanceof DisconnectedError) return;
      this.#ground.sent.arrived(promptId);
      session.turnEnded(promptId, { reason: "error", error: toWords(error) });
    }
  }

  /** Cancels the turn; what it asked is answered with nothing. */
  cancel(session: Session): void {
    const { sessionId, permissions } = session.view;
    this.#ground.connection()?.notify("session/cancel", { sessionId });
    session.cancelled();
    for (const { requestId } of permissions) this.answer(session, requestId, null);
  }

  /** Answers a question of the agent; null cancels it. */
  answer(session: Session, requestId: RpcId, optionId: string | null): void {
    this.#ground.book().choose(session, requestId, optionId);
  }

  async changeSetting(session: Session, setting: Setting, value: string): Promise<void> {
    const { sessionId } = session.view;
    session.settingChosen(setting.id, value);
    await this.#attempt(
      async (connection) => {
        const result = await connection.changeSetting(sessionId, setting, value);
        session.optionsChanged(result["configOptions"]);
      },
      () => session.settingChosen(setting.id, setting.current),
    );
  }

  /** Ends one command. True where that could be asked for. */
  stop(session: Session, terminalId: TerminalId): boolean {
    const control = this.#ground.connection()?.control;
    if (control?.offer.cancel !== true) return false;
    const { sessionId } = session.view;
    void this.#attempt(() => control.cancel({ sessionId, terminalId }));
    return true;
  }

  async type(session: Session, terminalId: TerminalId, bytes: Uint8Array): Promise<void> {
    const { sessionId } = session.view;
    await this.#attempt(({ control }) => control?.write({ sessionId, terminalId }, bytes));
  }

  async resize(session: Session, terminalId: TerminalId, size: TerminalSize): Promise<void> {
    const { sessionId } = session.view;
    await this.#attempt(async ({ control }) => {
      if (control?.offer.resize === true) await control.resize({ sessionId, terminalId }, size);
    });
  }

  async #attempt(
    act: (connection: AgentConnection) => Promise<void> | undefined,
    undo: () => void = () => undefined,
  ): Promise<void> {
    try {
      await act(this.#connected());
    } catch (error) {
      undo();
      this.#ground.fail(error);
    }
  }

  #connected(): AgentConnection {
    const connection = this.#ground.connection();
    if (connection === null) throw new DisconnectedError();
    return connection;
  }
}

/** What a refusal says. */
export function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
