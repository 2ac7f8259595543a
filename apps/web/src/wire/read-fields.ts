/** What an object of a peer holds, before anything of it is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's members; none for anything else a peer may send. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields) // any object is a record of unknowns
    : {};
}

/** The members of each object of a list; none for anything else a peer may send. */
export function toFieldsList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

/** `value` if it is a string that says something. */
export function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** `value` if it is a number that can count something. */
export function toCount(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : null;
}
