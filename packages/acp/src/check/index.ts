export { checkTraffic, type TrafficCheck } from "./check-traffic.ts";
export type { Finding } from "./finding.ts";
export {
  REQUIREMENT_GROUPS,
  toSourceLink,
  type RequirementGroup,
} from "../requirements/all-requirements.ts";
export { renderRequirements } from "../requirements/render-requirements.ts";
export type { Requirement } from "../requirements/requirement.ts";
