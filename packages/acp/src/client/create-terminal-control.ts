import type { TerminalSize } from "@termwire/terminal";
import { encodeBase64 } from "../dialects/v2/encode-base64.ts";
import {
  INPUT_LIMIT_BYTES,
  isV2,
  parseTerminalOffer,
  TERMINAL_METHODS,
  V2_CANCEL_METHOD,
  type TerminalInputParams,
  type TerminalOffer,
  type TerminalRef,
  type TerminalResizeParams,
} from "../terminal-control.ts";

/** A connection that terminals are controlled over. */
export interface TerminalControlOptions {
  /** The agent's answer to `initialize`, of either version. */
  readonly introduction: unknown;
  /** Sends a request to the agent; rejects when it is refused. */
  readonly request: (method: string, params: object) => Promise<unknown>;
}

/**
 * Stops, types into and resizes single terminals of an agent. A request that is not in `offer` is refused by most
 * agents; a terminal whose command has ended meanwhile is refused by all.
 */
export interface TerminalControl {
  /** What the agent says it takes. */
  readonly offer: TerminalOffer;
  /** Ends the terminal's command and not its turn. Resolves when that was accepted; its end is told by the terminal. */
  cancel(terminal: TerminalRef): Promise<void>;
  /** Types, in pieces where it is much. Resolves when the command's side has taken all of it. */
  write(terminal: TerminalRef, bytes: Uint8Array): Promise<void>;
  /** Says how large it is drawn. */
  resize(terminal: TerminalRef, size: TerminalSize): Promise<void>;
}

/**
 * Creates the control of one connection.
 *
 * ```ts
 * const introduction = await agent.request("initialize", { protocolVersion: 1, clientCapabilities });
 * const control = createTerminalControl({ introduction, request: (method, params) => agent.request(method, params) });
 * if (control.offer.cancel) await control.cancel({ sessionId, terminalId: event.id });
 * ```
 */
export function createTerminalControl(options: TerminalControlOptions): TerminalControl {
  const { introduction, request } = options;
  const cancelMethod = isV2(introduction) ? V2_CANCEL_METHOD : TERMINAL_METHODS.cancel;
  return {
    offer: parseTerminalOffer(introduction),
    async cancel(terminal) {
      await request(cancelMethod, toRef(terminal));
    },
    async write(terminal, bytes) {
      for (let from = 0; from < bytes.length; from += INPUT_LIMIT_BYTES) {
        const data = encodeBase64(bytes.subarray(from, from + INPUT_LIMIT_BYTES));
        const params: TerminalInputParams = { ...toRef(terminal), data };
        await request(TERMINAL_METHODS.input, params);
      }
    },
    async resize(terminal, { cols, rows }) {
      const params: TerminalResizeParams = { ...toRef(terminal), cols, rows };
      await request(TERMINAL_METHODS.resize, params);
    },
  };
}

function toRef({ sessionId, terminalId }: TerminalRef): TerminalRef {
  return { sessionId, terminalId };
}
