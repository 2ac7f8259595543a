export { isPlainText } from "./is-plain-text.ts";
export { renderPlainText } from "./render-plain-text.ts";
