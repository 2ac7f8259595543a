/** Any control character but tab and line feed, a line feed after a return included. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** True when `text` is already what a terminal would show: no control characters but `\t` and `\n`. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text);
}
