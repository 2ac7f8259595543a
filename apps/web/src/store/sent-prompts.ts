import type { Conversation } from "../conversation/conversation.ts";

/** Prompts that are on their way, so that none is lost with a connection. */
export class SentPrompts {
  readonly #sent = new Map<string, { readonly sessionId: string; readonly text: string }>();

  add(promptId: string, prompt: { readonly sessionId: string; readonly text: string }): void {
    this.#sent.set(promptId, prompt);
  }

  /** It arrived. */
  arrived(promptId: string): void {
    this.#sent.delete(promptId);
  }

  /** Takes the words of those that a session, told anew, does not have: they never arrived. */
  takeLost(sessionId: string, { entries }: Conversation): readonly string[] {
    const known = new Set(
      entries.map((entry) => (entry.kind === "message" ? entry.messageId : null)),
    );
    const lost: string[] = [];
    for (const [promptId, prompt] of this.#sent) {
      if (prompt.sessionId !== sessionId) continue;
      this.#sent.delete(promptId);
      if (!known.has(promptId)) lost.push(prompt.text);
    }
    return lost;
  }
}
