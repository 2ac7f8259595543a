import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectClient } from "./connect-client.ts";
import { findProcesses, untilGone, untilRunning, uniqueSleep } from "./processes.ts";

const here = realpathSync(tmpdir());

describe("terminal/create", () => {
  it("[T1-CREATE-ID] answers while the command still runs", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("sleep 600");
    expect(terminalId).toMatch(/^term_[0-9a-f-]{36}$/);
    expect(await client.call("output", { terminalId })).toEqual({ output: "", truncated: false });
  });

  it("cases 1, 2, 3, 5, 163: runs a whole line in command by the shell", async () => {
    await using client = await connectClient({ cwd: here });
    const terminalId = await client.create(
      "echo one && echo two | tr a-z A-Z; ls /no/such 2>/dev/null | head -3",
    );
    expect(await client.finish(terminalId)).toMatchObject({
      output: "one\nTWO\n",
      exitStatus: { exitCode: 0, signal: null },
    });
  });

  it("runs an executable of exactly that path itself, blanks and shell characters in it (case 6)", async () => {
    const folder = mkdtempSync(join(here, "My Tool $HOME; "));
    const tool = join(folder, "a tool & more");
    writeFileSync(tool, '#!/bin/sh\necho "$#:$0"\n', { mode: 0o755 });
    await using client = await connectClient();
    expect(await client.finish(await client.create(tool))).toMatchObject({ output: `0:${tool}\n` });
    const line = await client.finish(await client.create(`'${tool}' x`));
    expect(line).toMatchObject({ output: `1:${tool}\n` });
    rmSync(folder, { recursive: true });
  });

  it("[T1-CREATE-ARGS] never gives arguments to a shell", async () => {
    await using client = await connectClient();
    const args = ["%s|", "a b", "$HOME", "`id`", "it's", '"', "", "*"];
    const terminalId = await client.create("printf", { args });
    expect(await client.finish(terminalId)).toMatchObject({
      output: "a b|$HOME|`id`|it's|\"||*|",
    });
  });

  it("[T1-CREATE-ENV] adds the environment, of two values for a name the last", async () => {
    await using client = await connectClient();
    const env = [
      { name: "A", value: "first" },
      { name: "B", value: "b c" },
      { name: "A", value: "last" },
    ];
    const terminalId = await client.create('echo "$A|$B"', { env });
    expect(await client.finish(terminalId)).toMatchObject({ output: "last|b c\n" });
  });

  it("cases 198, 200: keeps the client's secrets from commands", async () => {
    await using client = await connectClient({ env: { MY_API_KEY: "sk-1", GH_TOKEN: "t" } });
    const terminalId = await client.create("env");
    const { output } = await client.finish(terminalId);
    expect(output).toContain("PATH=");
    expect(output).not.toMatch(/sk-1|GH_TOKEN/);
  });

  it("[T1-CREATE-CWD] runs in cwd, and in the session's directory without", async () => {
    await using client = await connectClient({ cwd: here });
    expect(await client.finish(await client.create("pwd", { cwd: "/" }))).toMatchObject({
      output: "/\n",
    });
    expect(await client.finish(await client.create("pwd"))).toMatchObject({ output: `${here}\n` });
    expect(await client.finish(await client.create("pwd", { cwd: null }))).toMatchObject({
      output: `${here}\n`,
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ cwd: "rel/dir" }, "cwd: expected an absolute path"],
    [{ cwd: "/no/such" }, "/no/such"],
    [{ cwd: "/etc/passwd" }, "not a directory"],
    [{ command: "" }, "command: expected a program or a shell line"],
    [{ command: 7 }, "command: expected a string"],
    [{ command: "a\0b" }, "command: expected a string without NUL"],
    [{ args: "x" }, "args: expected a list"],
    [{ args: ["a", 1] }, "args[1]: expected a string"],
    [{ env: [{ name: "A=B", value: "" }] }, "env[0].name: expected a name without ="],
    [{ env: [{ name: "A" }] }, "env[0].value: expected a string"],
    [{ outputByteLimit: -1 }, "outputByteLimit: expected a number of bytes"],
    [{ outputByteLimit: "1k" }, "outputByteLimit: expected a number of bytes"],
    [{ sessionId: "other" }, 'no session "other"'],
    [{ sessionId: null }, "sessionId: expected a string, got null"],
    [{ sessionId: ["s1"] }, 'sessionId: expected a string, got ["s1"]'],
    [{ sessionId: "__proto__" }, 'no session "__proto__"'],
  ])("refuses %j with -32602 and says what was wrong", async (params, words) => {
    await using client = await connectClient();
    await expect(client.create("echo ran", params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(words),
    });
    expect(client.events).toEqual([]);
  });

  it("refuses more bytes than a command can have, and says how many it may have", async () => {
    await using client = await connectClient();
    await expect(client.create("echo", { args: ["x".repeat(2_000_000)] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("expected at most 1048576 bytes together"),
    });
  });

  it("cases 6, 8: is a terminal that ended with 127 and says why, for a program that is not there", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("no-such-binary", { args: ["--x"] });
    const finished = await client.finish(terminalId);
    expect(finished).toMatchObject({ exitStatus: { exitCode: 127, signal: null } });
    expect(finished["output"]).toContain("no-such-binary");
    expect(await client.finish(await client.create("echo on"))).toMatchObject({ output: "on\n" });
  });
});

describe("terminal/output", () => {
  it("[T1-OUTPUT] gives the output so far while the command runs", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("echo now; sleep 600");
    let text: unknown = "";
    while (text === "") text = (await client.call("output", { terminalId }))["output"];
    expect(text).toBe("now\n");
  });

  it("case 117: tells the exit status beside output of any size and any limit", async () => {
    await using client = await connectClient();
    for (const outputByteLimit of [0, 100, 29_000, 31_000, 1e6]) {
      const terminalId = await client.create("yes | head -c 30000; echo tail; exit 1", {
        outputByteLimit,
      });
      const { output, truncated, exitStatus } = await client.finish(terminalId);
      expect(exitStatus).toEqual({ exitCode: 1, signal: null });
      expect(truncated).toBe(outputByteLimit < 30_005);
      expect("tail\n".endsWith(String(output).slice(-5))).toBe(true);
    }
  });

  it("[T1-OUTPUT-EXIT] has no exit status before the end and one with both members after", async () => {
    await using client = await connectClient();
    const running = await client.create("sleep 600");
    expect(await client.call("output", { terminalId: running })).not.toHaveProperty("exitStatus");
    const done = await client.create("exit 3");
    expect((await client.finish(done))["exitStatus"]).toEqual({ exitCode: 3, signal: null });
  });

  it.each([
    [7, "a€€", false],
    [6, "€€", true],
    [5, "€", true],
    [4, "€", true],
    [3, "€", true],
    [2, "", true],
    [1, "", true],
    [0, "", true],
    [8, "a€€", false],
  ])(
    "[T1-LIMIT] [T1-LIMIT-CHAR] [T1-OUTPUT-TRUNCATED] cases 34, 105, 106: keeps of 7 bytes at a limit of %i: %j",
    async (outputByteLimit, output, truncated) => {
      await using client = await connectClient();
      const terminalId = await client.create("printf a€€", { outputByteLimit });
      expect(await client.finish(terminalId)).toMatchObject({ output, truncated });
    },
  );

  it("case 106: never keeps more than the host's ceiling, whatever is asked for", async () => {
    await using client = await connectClient({ limits: { outputCeilingBytes: 1000 } });
    const terminalId = await client.create("seq 100000", { outputByteLimit: 1e12 });
    const { output, truncated } = await client.finish(terminalId);
    expect(String(output).length).toBeLessThanOrEqual(1000);
    expect(output).toMatch(/\n100000\n$/);
    expect(truncated).toBe(true);
  });

  it("cases 110, 112, 126: is the text a terminal would show", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("printf '\\033[31mred\\033[0m\\0\\n10%%\\r20%%\\r\\n'");
    expect(await client.finish(terminalId)).toMatchObject({ output: "red\n20%\n" });
  });

  it("cases 129, 130: keeps stdout and stderr in order", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("echo o1; echo e1 >&2; echo o2; echo e2 >&2");
    expect(await client.finish(terminalId)).toMatchObject({ output: "o1\ne1\no2\ne2\n" });
  });
});

describe("terminal/wait_for_exit", () => {
  it.each([
    ["exit 0", { exitCode: 0, signal: null }],
    ["exit 255", { exitCode: 255, signal: null }],
    ["kill -9 $$", { exitCode: null, signal: "SIGKILL" }],
  ])("[T1-WAIT] [T1-WAIT-CODE] cases 70, 164: tells how %j ended", async (command, expected) => {
    await using client = await connectClient();
    const terminalId = await client.create(command);
    expect(await client.call("wait_for_exit", { terminalId })).toEqual(expected);
    expect(await client.call("wait_for_exit", { terminalId })).toEqual(expected);
  });

  it("cases 18, 20: does not wait for a child that holds the output", async () => {
    await using client = await connectClient();
    const sleep = uniqueSleep();
    const terminalId = await client.create(`${sleep} & echo started`);
    expect(await client.finish(terminalId)).toMatchObject({
      output: "started\n",
      exitStatus: { exitCode: 0, signal: null },
    });
    await client.call("release", { terminalId });
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("case 21: shows and keeps what such a child prints later, until its terminal is released", async () => {
    await using client = await connectClient();
    const sleep = uniqueSleep();
    const line = `(until [ -e "$0.go" ]; do sleep 0.02; done; echo late; exec ${sleep}) & echo now`;
    const flag = join(mkdtempSync(join(here, "late-")), "flag");
    const params = { args: ["-c", line, flag] };
    const terminalId = String(
      (await client.call("create", { command: "sh", ...params }))["terminalId"],
    );
    expect(await client.finish(terminalId)).toMatchObject({ output: "now\n" });
    writeFileSync(`${flag}.go`, "");
    const kinds = () => client.events.map(({ event }) => event.type);
    await expect
      .poll(kinds)
      .toEqual(["terminal-started", "output-appended", "terminal-ended", "output-appended"]);
    expect((await client.call("output", { terminalId }))["output"]).toBe("now\nlate\n");
    await client.call("release", { terminalId });
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("case 95: delays no other request", async () => {
    await using client = await connectClient();
    const waiting = await client.create("sleep 600");
    const waits = Array.from({ length: 20 }, () =>
      client.call("wait_for_exit", { terminalId: waiting }),
    );
    expect(await client.finish(await client.create("echo meanwhile"))).toMatchObject({
      output: "meanwhile\n",
    });
    await client.call("kill", { terminalId: waiting });
    expect(new Set((await Promise.all(waits)).map(({ signal }) => signal))).toEqual(
      new Set(["SIGTERM"]),
    );
  });
});

describe("terminal/kill", () => {
  it("[T1-KILL] cases 28, 41: ends the tree, TERM first, and resolves when it is gone", async () => {
    await using client = await connectClient();
    const sleep = uniqueSleep();
    const command = `trap 'echo bye; exit 0' TERM; (trap '' TERM; ${sleep}) & while :; do sleep 0.05; done`;
    const terminalId = await client.create(command);
    await untilRunning(sleep);
    expect(await client.call("kill", { terminalId })).toEqual({});
    expect(findProcesses(sleep)).toEqual([]);
    expect((await client.call("output", { terminalId }))["output"]).toMatch(/bye\n$/);
  });

  it("[T1-KILL-VALID] cases 122, 123: keeps what was printed, tells the real ending, and may be repeated", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("echo before; exec sleep 600");
    const wait = client.call("wait_for_exit", { terminalId });
    while ((await client.call("output", { terminalId }))["output"] === "");
    await client.call("kill", { terminalId });
    expect(await wait).toEqual({ exitCode: null, signal: "SIGTERM" });
    expect(await client.call("kill", { terminalId })).toEqual({});
    expect(await client.call("output", { terminalId })).toEqual({
      output: "before\n",
      truncated: false,
      exitStatus: { exitCode: null, signal: "SIGTERM" },
    });
  });
});

describe("terminal/release", () => {
  it("[T1-RELEASE-KILLS] cases 28, 97: ends the command and answers who waits for it", async () => {
    await using client = await connectClient();
    const sleep = uniqueSleep();
    const terminalId = await client.create(`${sleep} & ${sleep}`);
    const wait = client.call("wait_for_exit", { terminalId });
    await untilRunning(sleep);
    expect(await client.call("release", { terminalId })).toEqual({});
    expect(findProcesses(sleep)).toEqual([]);
    expect(await wait).toEqual({ exitCode: null, signal: "SIGTERM" });
  });

  it("[T1-RELEASE-INVALID] makes the id one that never was, and says which there are", async () => {
    await using client = await connectClient();
    const kept = await client.create("sleep 600");
    const released = await client.create("echo x");
    await client.finish(released);
    await client.call("release", { terminalId: released });
    for (const method of ["output", "wait_for_exit", "kill", "release"]) {
      await expect(client.call(method, { terminalId: released })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(new RegExp(`no terminal.*it has ${kept}$`)),
      });
    }
  });

  it("[T1-RELEASE-DISPLAY] [T1-EMBED-LIVE] case 69: has shown all of it live, and shows it on", async () => {
    await using client = await connectClient();
    const terminalId = await client.create("echo shown; sleep 600");
    while (!client.events.some(({ event }) => event.type === "output-appended")) {
      await client.call("output", { terminalId });
    }
    await client.call("release", { terminalId });
    await client.finish(await client.create("true"));
    const shown = client.events.filter(({ event }) => event.id === terminalId);
    expect(shown.map(({ event }) => event.type)).toEqual([
      "terminal-started",
      "output-appended",
      "terminal-ended",
    ]);
    expect(shown[0]?.event).toMatchObject({ command: "echo shown; sleep 600", cwd: "/" });
    expect(shown[2]?.event).toMatchObject({ ending: { signal: "SIGTERM", cause: "stopped" } });
  });
});

describe("a client's capability", () => {
  it("[T1-CAP] cases 70, 81, 89: is all five methods or -32601 for each", async () => {
    await using client = await connectClient({ terminals: false });
    for (const method of ["create", "output", "wait_for_exit", "kill", "release"]) {
      await expect(client.call(method, { command: "x", terminalId: "t" })).rejects.toMatchObject({
        code: -32601,
      });
    }
  });
});

describe("the end of a connection", () => {
  it("cases 29, 34: leaves no command, also of terminals nobody released", async () => {
    const sleep = uniqueSleep();
    {
      await using client = await connectClient();
      await client.create(`${sleep} & setsid ${sleep} & ${sleep}`);
      await untilRunning(sleep);
    }
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("case 29: leaves no command when the client is killed with KILL", async () => {
    const client = await connectClient();
    const sleep = uniqueSleep();
    await client.create(`setsid ${sleep} & ${sleep}`);
    await untilRunning(sleep);
    client.child.kill("SIGKILL");
    await client.ended;
    await untilGone(sleep);
    expect(findProcesses(sleep)).toEqual([]);
  });
});
