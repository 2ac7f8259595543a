/**
 * A tool call as the client has it in the end.
 *
 * @typedef {object} ShownCall
 * @property {unknown} title
 * @property {unknown} status
 * @property {string} content Its text blocks, a line each.
 * @property {Record<string, unknown>} rawInput
 * @property {Record<string, unknown>} rawOutput
 */

/**
 * Folds the tool calls of a recording of messages, one a line, in the order in which they were announced.
 *
 * @param {string} recording
 * @returns {ShownCall[]}
 */
export function readCalls(recording) {
  /** @type {Map<unknown, Record<string, unknown>>} */
  const calls = new Map();
  for (const line of recording.split("\n")) {
    const update = toFields(toFields(toFields(parse(line))["params"])["update"]);
    const { sessionUpdate, toolCallId } = update;
    if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") continue;
    calls.set(toolCallId, { ...calls.get(toolCallId), ...update });
  }
  return [...calls.values()].map(({ title, status, content, rawInput, rawOutput }) => ({
    title,
    status,
    content: toText(content),
    rawInput: toFields(rawInput),
    rawOutput: toFields(rawOutput),
  }));
}

/** @param {unknown} content */
function toText(content) {
  const blocks = Array.isArray(content) ? content : [];
  return blocks.map((block) => String(toFields(toFields(block)["content"])["text"])).join("\n");
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function toFields(value) {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * @param {string} line
 * @returns {unknown}
 */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
