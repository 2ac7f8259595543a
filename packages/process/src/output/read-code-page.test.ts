import { expect, it } from "vitest";
import { parseCodePage } from "./read-code-page.ts";

it.each([
  ["Active code page: 437\r\n", 437],
  ["\xbb\xee\xb6\xaf\xb4\xfa\xc2\xeb\xd2\xb3: 936\r\n", 936],
  ["Aktive Codepage: 850.\r\n", 850],
  ["", null],
  [null, null],
  ["chcp is not recognised", null],
])("what chcp says in %j is code page %j", (text, page) => {
  expect(parseCodePage(text)).toBe(page);
});
