export { CLIENT_CLAIMS, claimCapabilities, type ClientClaim } from "./claim-capabilities.ts";
export {
  createTerminalControl,
  type TerminalControl,
  type TerminalControlOptions,
} from "./create-terminal-control.ts";
export {
  createClientTerminals,
  type ClientTerminals,
  type ClientTerminalsOptions,
} from "./create-client-terminals.ts";
export type { DisplayDialect, DisplayEvent } from "./display-event.ts";
export {
  displayTerminals,
  NO_ENDING_REPORTED,
  type DisplayTerminals,
  type DisplayTerminalsOptions,
} from "./display-terminals.ts";
export { observeStream, type StreamObserver } from "./observe-stream.ts";
export { readAskedCommand, type AskedCommand } from "./read-permission.ts";
export type { DisplayCopy } from "./host/display-copies.ts";
export { DEFAULT_HOST_LIMITS, type TerminalHostLimits } from "./host/host-limits.ts";
export type { HostExitStatus } from "./host/host-terminal.ts";
export { serveTerminals } from "./host/serve-terminals.ts";
export {
  terminalHost,
  type HostConnection,
  type TerminalHost,
  type TerminalHostOptions,
} from "./host/terminal-host.ts";
export {
  describeRequest,
  joinPolicies,
  refuseEnvironment,
  restrictDirectories,
  type TerminalDecision,
  type TerminalPolicy,
  type TerminalRequest,
} from "./host/terminal-policy.ts";
export type { ExecutableLookup } from "./host/to-program.ts";
export {
  parseTerminalOffer,
  TERMINAL_METHODS,
  type TerminalInputParams,
  type TerminalOffer,
  type TerminalRef,
  type TerminalResizeParams,
} from "../terminal-control.ts";
export { trackSessions, type SessionListener, type SessionTracker } from "./track-sessions.ts";
