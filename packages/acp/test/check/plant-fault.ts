import { toFields, type Fields } from "../proxy/memory-peer.ts";
import type { RecordedMessage } from "../recordings/replay-recording.ts";
import type { PlantedFault, Selector } from "./planted-faults.ts";

/**
 * The recording with the fault in it.
 *
 * @throws RangeError when the recording has no such message.
 */
export function plantFault(
  messages: readonly RecordedMessage[],
  { at, edit }: PlantedFault,
): readonly RecordedMessage[] {
  const index = findMessage(messages, at);
  const message = messages[index];
  if (message === undefined) throw new RangeError(`no message is ${JSON.stringify(at)}`);
  const [before, after] = [messages.slice(0, index), messages.slice(index + 1)];
  switch (edit.kind) {
    case "set":
      return [
        ...before,
        { ...message, msg: setMember(message.msg, edit.path, edit.value) },
        ...after,
      ];
    case "drop":
      return [...before, ...after];
    case "repeat":
      return [...before, message, message, ...after];
    case "move": {
      const rest = [...before, ...after];
      const target = findMessage(rest, edit.before);
      return [...rest.slice(0, target), message, ...rest.slice(target)];
    }
    case "insert":
      return [...before, message, toInserted(message, edit), ...after];
  }
}

function findMessage(messages: readonly RecordedMessage[], selector: Selector): number {
  const methods = new Map<string, unknown>();
  let skip = selector.skip ?? 0;
  return messages.findIndex(({ dir, msg }) => {
    const { id, method } = toFields(msg);
    if (method !== undefined) methods.set(`${dir} ${String(id)}`, method);
    const asker = dir === "a2c" ? "c2a" : "a2c";
    const answers = method === undefined ? methods.get(`${asker} ${String(id)}`) : undefined;
    return dir === selector.dir && isMeant(toFields(msg), answers, selector) && skip-- === 0;
  });
}

function isMeant(message: Fields, answers: unknown, selector: Selector): boolean {
  const update = toFields(toFields(message["params"])["update"]);
  const { method, update: kind, holds } = selector;
  return (
    (method === undefined || message["method"] === method) &&
    (kind === undefined || update["sessionUpdate"] === kind) &&
    (selector.answers === undefined || answers === selector.answers) &&
    (holds === undefined || JSON.stringify(message).includes(holds))
  );
}

function setMember(
  target: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item: unknown, index) =>
      index === key ? setMember(item, rest, value) : item,
    );
  }
  const fields = toFields(target);
  return { ...fields, [key]: setMember(fields[key], rest, value) };
}

/** An update of the same session, or a request for it. */
function toInserted(
  { t, msg }: RecordedMessage,
  { dir, message }: Extract<PlantedFault["edit"], { kind: "insert" }>,
): RecordedMessage {
  const { sessionId } = toFields(toFields(msg)["params"]);
  const { id, method, ...rest } = message;
  const params = method === undefined ? { sessionId, update: rest } : { sessionId, ...rest };
  const inserted = {
    jsonrpc: "2.0",
    ...(id !== undefined && { id }),
    method: method ?? "session/update",
    params,
  };
  return { t, dir, msg: inserted };
}
