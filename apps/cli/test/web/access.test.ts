import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { findProcesses } from "../support/processes.ts";
import { startWeb, type RunningWeb } from "./support/start-web.ts";

/** The status of a request as an attacker may write it. */
async function ask(
  web: RunningWeb,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const asked = request({ host: "127.0.0.1", port: web.port, path, headers });
  asked.end();
  const [response] = (await once(asked, "response")) as [{ statusCode: number; resume(): void }]; // what Node emits
  response.resume();
  return response.statusCode;
}

/** The status that a WebSocket is refused with; 101 for one that is accepted. */
async function knock(
  web: RunningWeb,
  headers: Record<string, string>,
  path = "/acp",
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${web.port}${path}`, { headers });
  const refused = new Promise<number>((resolve) => {
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("error", () => undefined);
  });
  const accepted = once(socket, "open").then(
    () => 101,
    () => refused,
  );
  const status = await Promise.race([refused, accepted]);
  socket.terminate();
  return status;
}

describe("the way into termwire web", () => {
  it("is the address that it prints; everything else needs the cookie it gives", async () => {
    const web = await startWeb();
    const host = `127.0.0.1:${web.port}`;
    for (const path of [
      "/",
      "/index.html",
      "/assets/x.js",
      "/acp",
      "/?token=wrong",
      "//",
      "/..%2f",
    ]) {
      expect([path, await ask(web, path, { host })]).toEqual([path, 401]);
    }
    expect(await ask(web, "/", { host, cookie: web.cookie })).toBe(200);
    expect(await ask(web, "/", { host: `localhost:${web.port}`, cookie: web.cookie })).toBe(200);
  });

  it("is closed to a page whose name was made to lead here (DNS rebinding)", async () => {
    const web = await startWeb();
    const { cookie, port } = web;
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port}.evil.example`,
    ]) {
      expect([400, 403]).toContain(await ask(web, "/", { host, cookie }));
      expect(await knock(web, { host, origin: `http://${host}`, cookie })).toBe(403);
    }
  });

  it("is closed to the WebSocket of another page, and to one without the cookie", async () => {
    const web = await startWeb();
    const { origin, cookie } = web;
    expect(await knock(web, { origin, cookie })).toBe(101);
    expect(await knock(web, { origin: "http://evil.example", cookie })).toBe(403);
    expect(await knock(web, { origin: "http://127.0.0.1:3000", cookie })).toBe(403);
    expect(await knock(web, { origin: "null", cookie })).toBe(403);
    expect(await knock(web, { cookie })).toBe(403);
    expect(await knock(web, { origin })).toBe(401);
    expect(await knock(web, { origin, cookie: "termwire=x" })).toBe(401);
    expect(await knock(web, { origin, cookie }, "/elsewhere")).toBe(404);
    expect(await knock(web, { origin, cookie }, "//")).toBe(404);
  });

  it("starts no agent for those who are not let in", async () => {
    const web = await startWeb();
    await knock(web, { origin: "http://evil.example", cookie: web.cookie });
    await knock(web, { origin: web.origin });
    expect(findProcesses(web.home)).toEqual([]);
    const tab = await web.open({ initialize: false });
    const { result } = await tab.request("_termwire/agents");
    expect(result).toMatchObject({ agents: [{ state: "idle" }] });
  });

  it("is not open to other machines", async (ctx) => {
    const web = await startWeb();
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const outside = addresses.find(({ internal, family }) => !internal && family === "IPv4");
    ctx.skip(outside === undefined, "this machine has no other address than loopback");
    const socket = connect({ host: outside?.address ?? "", port: web.port });
    const reached = once(socket, "connect").then(
      () => true,
      () => false,
    );
    expect(await reached).toBe(false);
    socket.destroy();
  });

  it("takes no harm from what is no HTTP, nor from who does not hang up", async () => {
    const web = await startWeb();
    const socket = connect({ host: "127.0.0.1", port: web.port, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(
      "GET /acp HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\0\xff\r\n",
    );
    await once(socket, "data");
    const other = connect({ host: "127.0.0.1", port: web.port });
    onTestFinished(() => void other.destroy());
    other.on("error", () => undefined);
    other.write("\0\0\0\r\n\r\n");
    await once(other, "data");
    expect(await ask(web, "/", { host: `127.0.0.1:${web.port}`, cookie: web.cookie })).toBe(200);
    web.child.kill("SIGINT");
    expect((await web.result).status).toBe(130);
  });

  it("gives the page a policy under which nothing but its own files runs", async () => {
    const web = await startWeb();
    const { headers } = await fetch(web.origin, { headers: { cookie: web.cookie } });
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self';/u,
    );
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
  });
});
