import { describe, expect, it } from "vitest";
import { createSleepMarker, untilGone, untilRunning } from "../support/processes.ts";
import { show } from "./support/shown.ts";
import { startWeb } from "./support/start-web.ts";

describe("a command on the page", () => {
  it("is stopped alone, from any tab, and the session goes on (case 58)", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    const marker = createSleepMarker();
    one.postPrompt(sessionId, `sleep ${marker}`);
    await untilRunning(marker);
    const { replay } = await two.load(sessionId);
    const terminalId = JSON.stringify(replay).match(/"terminal_id":"([^"]+)"/u)?.[1];
    const stopped = await two.request("_termwire/terminal/cancel", { sessionId, terminalId });
    expect(stopped["result"]).toEqual({});
    await untilGone(marker);
    const { params } = await one.wait("the end", ({ method }) => method === "_termwire/turn_ended");
    expect(params).toMatchObject({ stopReason: "end_turn" });
    expect(show(one.messages).endings[0]?.[1]).toMatch(/^stopped/u);
    expect((await one.prompt(sessionId, "echo on"))["result"]).toEqual({ stopReason: "end_turn" });
    await expect.poll(() => show(two.messages).output).toBe("on\n");
  });

  it("that has ended is not stopped again, and the tab is told so", async () => {
    const web = await startWeb();
    const tab = await web.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "echo x");
    const terminalId = "nothing";
    const { error } = await tab.request("_termwire/terminal/cancel", { sessionId, terminalId });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("nothing") });
  });
});
