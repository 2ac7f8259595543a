export { AgentError } from "./agent-error.ts";
export { holdsSecrets, parseModelConfig, type ModelConfig } from "./models/parse-model-config.ts";
export { resolveModels, type Environment, type ModelCatalog } from "./models/resolve-models.ts";
