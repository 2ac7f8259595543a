import { describe, expect, it } from "vitest";
import { renderResult } from "@termwire/tools";
import { renderSystemPrompt, type PromptFacts } from "./render-system-prompt.ts";

const FACTS: PromptFacts = {
  cwd: "/home/user/project",
  platform: "linux",
  shell: "/bin/bash",
  date: "2026-11-29",
  tools: ["bash", "job_output", "read", "edit", "grep", "glob"],
  instructions: null,
};

describe("the system prompt", () => {
  it("says where it works, on what, with which shell, and when", () => {
    const prompt = renderSystemPrompt(FACTS);
    for (const fact of ["/home/user/project", "Linux", "/bin/bash", "2026-11-29"]) {
      expect(prompt).toContain(fact);
    }
  });

  it("tells to start servers in the background and to read the markers", () => {
    const prompt = renderSystemPrompt(FACTS);
    expect(prompt).toContain("`run_in_background`");
    expect(prompt).toContain("`[exit code: N]`");
  });

  it("speaks only of markers that results really have", () => {
    const named = /`\[([a-z][a-zN ]*)(?:ms)?[\]:]/gu;
    const status = {
      kind: "completed",
      output: "x",
      timeout: null,
      timeoutMs: null,
      idleTimeoutMs: null,
      leftRunning: false,
      job: null,
      sandboxDenial: null,
    } as const;
    const exited = { kind: "exited", code: 1 } as const;
    const made = [
      renderResult({ ...status, ending: { ...exited, cause: "exit" }, sandboxDenial: "no" }),
      renderResult({ ...status, ending: { ...exited, cause: "stopped" } }),
      renderResult({ ...status, ending: { kind: "signaled", signal: "TERM", cause: "exit" } }),
      renderResult({
        ...status,
        ending: { ...exited, cause: "timeout" },
        timeout: "total",
        timeoutMs: 5,
      }),
    ].join("\n");
    const markers = [...renderSystemPrompt(FACTS).matchAll(named)].map(([, words]) => words ?? "");
    expect(markers.length).toBeGreaterThan(4);
    for (const marker of markers) expect(made).toContain(`[${marker.replace(/ after N.*/u, "")}`);
  });

  it("says nothing of tools that are not there", () => {
    const prompt = renderSystemPrompt({ ...FACTS, tools: [] });
    for (const word of ["bash`", "run_in_background", "`edit`", "`grep`"]) {
      expect(prompt).not.toContain(word);
    }
    expect(renderSystemPrompt({ ...FACTS, tools: ["bash"] })).not.toContain("run_in_background");
  });

  it("does not name a shell nobody knows", () => {
    expect(renderSystemPrompt({ ...FACTS, shell: null })).not.toContain("Shell:");
  });

  it("ends with the project's own words, and where the rest is when they are cut", () => {
    const instructions = { path: "/home/user/AGENTS.md", text: "Use tabs.\n", isCut: true };
    const prompt = renderSystemPrompt({ ...FACTS, instructions });
    expect(prompt.endsWith("Use tabs.\n[… cut here; the rest is in /home/user/AGENTS.md]")).toBe(
      true,
    );
  });

  it("is short", () => {
    expect(renderSystemPrompt(FACTS).length).toBeLessThan(2500);
  });
});
