import { toFields, toText, type Fields } from "../hub/message.ts";

/** The key under which the hub is told output. */
const OUTPUT = "terminal_output";
/** Where it is said that bytes are missing. */
const EXTENSION = "termwire";

/** What one update says of a terminal's output. */
export type OutputPart =
  | { readonly kind: "output"; readonly terminalId: string; readonly text: string }
  | { readonly kind: "gap"; readonly terminalId: string; readonly lostBytes: number };

/** Reads an update that tells of output and of nothing else; null for any other. */
export function readOutputPart(update: Fields): OutputPart | null {
  const { sessionUpdate, _meta } = update;
  if (sessionUpdate !== "tool_call_update" || Object.keys(update).length !== 3) return null;
  const { [OUTPUT]: output, [EXTENSION]: extension, ...others } = toFields(_meta);
  const { terminal_id: id, data } = toFields(output);
  const terminalId = toText(id);
  const isOther = Object.keys(others).length > 0;
  if (isOther || terminalId === null || typeof data !== "string") return null;
  if (extension === undefined) return { kind: "output", terminalId, text: data };
  const { lostBytes, ...rest } = toFields(extension);
  const isGap = typeof lostBytes === "number" && Object.keys(rest).length === 0;
  return isGap ? { kind: "gap", terminalId, lostBytes } : null;
}

/** The update that tells it. */
export function toOutputUpdate(toolCallId: string, part: OutputPart): Fields {
  const { terminalId } = part;
  const isGap = part.kind === "gap";
  const data = isGap ? `\r\n[… ${part.lostBytes} bytes not shown]\r\n` : part.text;
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    _meta: {
      [OUTPUT]: { terminal_id: terminalId, data },
      ...(isGap && { [EXTENSION]: { lostBytes: part.lostBytes } }),
    },
  };
}

/** True for an update whose place among those of output matters. */
export function tellsOfTerminal({ _meta }: Fields): boolean {
  return Object.keys(toFields(_meta)).some((key) => key.startsWith("terminal_"));
}
