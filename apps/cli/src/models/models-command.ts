import type { Command } from "commander";
import { EXIT } from "../exit-status.ts";

const HELP = `
Connects to nobody. Exit status: ${EXIT.ok}, whatever it finds.

A model needs a key in the environment: DEEPSEEK_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY.
  TERMWIRE_MODEL     PROVIDER/MODEL, such as anthropic/claude-opus-5-5; or shell
  TERMWIRE_EFFORT    default, low, medium or high
  TERMWIRE_BASE_URL  any OpenAI-compatible endpoint, then called custom; TERMWIRE_API_KEY is its key

Or in the configuration file, mode 600:
  { "model": "local/qwen", "providers": { "local": {
      "baseUrl": "http://localhost:8080/v1", "models": [{ "id": "qwen", "windowTokens": 32768 }] } } }
A provider takes kind (openai-compatible, anthropic, deepseek), baseUrl, apiKey or apiKeyVariable, headers
and models, each with id, windowTokens and images.

Examples:
  termwire models
  termwire models --json | jq -r '.models[].name'`;

/** Adds `termwire models`. */
export function addModelsCommand(program: Command, setStatus: (status: number) => void): void {
  program
    .command("models")
    .description("Tell which models the built-in agent can use, and why not the others.")
    .option("--json", "print one JSON object")
    .addHelpText("after", HELP)
    .action(async (options: { json?: boolean }) => {
      const [{ loadCatalog }, { renderModels, toModelsReport }] = await Promise.all([
        import("./load-catalog.ts"),
        import("./render-models.ts"),
      ]);
      const loaded = await loadCatalog(process.env);
      const text =
        options.json === true ? JSON.stringify(toModelsReport(loaded)) : renderModels(loaded);
      process.stdout.write(`${text}\n`);
      setStatus(EXIT.ok);
    });
}
