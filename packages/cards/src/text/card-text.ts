import type { StatusKind } from "../card-status.ts";

/** Everything a card says, in one language. Numbers come in as text that is already written in that language. */
export interface CardText {
  /** For `Intl` and for the `lang` of what is shown. */
  readonly locale: string;
  readonly card: (command: string) => string;
  readonly statusNames: Readonly<Record<StatusKind, string>>;
  readonly exitCode: (code: string) => string;
  /** What is read aloud when the status changes. */
  readonly announcement: (command: string, status: string) => string;
  readonly milliseconds: (amount: string) => string;
  readonly seconds: (amount: string) => string;
  readonly minutes: (minutes: string, seconds: string) => string;
  readonly hours: (hours: string, minutes: string) => string;
  readonly noCommand: string;
  readonly noDirectory: string;
  readonly workingDirectory: string;
  readonly duration: string;
  readonly output: string;
  readonly noOutput: string;
  readonly copyCommand: string;
  readonly copyOutput: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly showWholeCommand: (lines: string) => string;
  readonly showLessCommand: string;
  readonly stop: string;
  readonly stopping: string;
  readonly openOutput: string;
  readonly closeOutput: string;
  readonly moreRoom: string;
  readonly lessRoom: string;
  readonly search: string;
  readonly searchPlaceholder: string;
  readonly searchCount: (at: string, total: string) => string;
  readonly searchNone: string;
  readonly nextMatch: string;
  readonly previousMatch: string;
  readonly closeSearch: string;
  readonly download: string;
  readonly downloadText: string;
  readonly downloadCast: string;
  readonly typeHere: string;
  readonly leaveHint: string;
  readonly newOutputBelow: string;
  readonly bytesMissing: (bytes: string) => string;
  readonly bytesOmitted: (bytes: string) => string;
  readonly bytesDropped: (bytes: string) => string;
  readonly partlyDrawn: string;
}
