import type { TerminalControl } from "@termwire/acp/client";

/** Which requests about one terminal the agent takes. */
export type TerminalOffer = TerminalControl["offer"];
