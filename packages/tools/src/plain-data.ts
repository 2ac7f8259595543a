/** An object with string keys, as JSON has them. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A frozen copy of `value` as a log would give it back: plain JSON data, `undefined` as null.
 *
 * @throws TypeError when it is no such data, as with a cycle or a bigint.
 */
export function toPlainData(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? null : JSON.parse(text, (_key, part: unknown) => Object.freeze(part));
}
