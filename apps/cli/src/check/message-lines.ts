/** In which line of a recording each message stands. Most follow each other, so only where they do not is kept. */
export class MessageLines {
  readonly #shifts: { readonly message: number; readonly shift: number }[] = [];
  #count = 0;

  /** The next message stands in this line. */
  add(line: number): void {
    const message = this.#count++;
    const shift = line - message;
    if (this.#shifts.at(-1)?.shift !== shift) this.#shifts.push({ message, shift });
  }

  /** The line of a message; null for one that was not added. */
  find(message: number): number | null {
    if (message >= this.#count) return null;
    const shift = this.#shifts.findLast((each) => each.message <= message)?.shift;
    return shift === undefined ? null : message + shift;
  }
}
