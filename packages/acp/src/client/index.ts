export { CLIENT_CLAIMS, claimCapabilities, type ClientClaim } from "./claim-capabilities.ts";
export type { DisplayDialect, DisplayEvent } from "./display-event.ts";
export {
  displayTerminals,
  NO_ENDING_REPORTED,
  type DisplayTerminals,
  type DisplayTerminalsOptions,
} from "./display-terminals.ts";
export { observeStream, type StreamObserver } from "./observe-stream.ts";
