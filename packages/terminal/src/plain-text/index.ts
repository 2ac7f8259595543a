export { isPlainText } from "./is-plain-text.ts";
export { renderPlainText } from "./render-plain-text.ts";
export { settlePlainText, type SettledText } from "./settle-plain-text.ts";
