import { describe, expect, it } from "vitest";
import { createAiSdkModel } from "@termwire/agent";
import { createSettings } from "./model-server/ask-model.ts";
import { stream, text } from "./model-server/scripted-answer.ts";
import { startModelServer, type ModelServer } from "./model-server/start-model-server.ts";
import { serveSession, type Image } from "./serve-session.ts";

const IMAGE: Image = { type: "image", mimeType: "image/png", data: "aGVsbG8h" };

describe.each(["meta", "v2"] as const)("an image from a client that claims %s", (claim) => {
  const serve = (server: ModelServer, acceptsImages: boolean) => {
    const settings = createSettings("anthropic", server, {}, { acceptsImages });
    const harness = { acceptsImages: async () => true };
    return serveSession(claim, process.cwd(), { model: createAiSdkModel(settings), harness });
  };

  it("reaches a model that reads images, with the words and in later turns", async () => {
    await using server = await startModelServer(stream(text("A cat.")), stream(text("Still.")));
    await using session = await serve(server, true);
    expect(await session.prompt("what is it?", [IMAGE])).toEqual({ stopReason: "end_turn" });
    await session.prompt("and now?");
    for (const { body } of server.requests) expect(body).toContain("aGVsbG8h");
    expect(server.requests[0]?.body).toContain("what is it?");
  });

  it("is refused by the name of a model that reads none, and the session goes on", async () => {
    await using server = await startModelServer(stream(text("Hello.")));
    await using session = await serve(server, false);
    const said = await session.prompt("what is it?", [IMAGE]).then(
      () => JSON.stringify(session.updates),
      (error: unknown) => String(error),
    );
    expect(said).toContain("The model scripted/test-model reads no images; leave them out.");
    expect(server.requests.length).toBe(0);
    expect(await session.prompt("hello")).toEqual({ stopReason: "end_turn" });
    expect(server.requests[0]?.body).not.toContain("what is it?");
  });
});
