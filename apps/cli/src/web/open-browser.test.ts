import { describe, expect, it } from "vitest";
import { openBrowser, toBrowserCommand } from "./open-browser.ts";

const URL = "http://127.0.0.1:1/?token=a-b_c";

describe("the browser", () => {
  it.each([
    ["linux", ["xdg-open", URL]],
    ["darwin", ["open", URL]],
    ["win32", ["cmd.exe", "/c", "start", '""', URL]],
  ] as const)("is opened on %s by %j", (platform, command) => {
    expect(toBrowserCommand(platform, URL)).toEqual(command);
  });

  it("may be missing", () => {
    expect(() => openBrowser(URL, ["/nonexistent/browser"])).not.toThrow();
  });
});
