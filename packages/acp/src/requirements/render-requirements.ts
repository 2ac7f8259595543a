import { REQUIREMENT_GROUPS, toSourceLink, type RequirementGroup } from "./all-requirements.ts";
import type { Requirement } from "./requirement.ts";

/** The catalogue as a page of Markdown. */
export function renderRequirements(): string {
  const groups = REQUIREMENT_GROUPS.map(renderGroup);
  return `${["# Requirements", INTRODUCTION, ...groups].join("\n\n")}\n`;
}

const INTRODUCTION = `What is asked of agents and clients around terminals: what \`termwire check\` judges recordings by, and what our own
tests cite. This page is made from \`packages/acp/src/requirements\` by \`node scripts/requirements-page.mjs --write\`.`;

function renderGroup({ title, requirements }: RequirementGroup): string {
  return [`## ${title}`, ...requirements.map(renderRequirement)].join("\n\n");
}

function renderRequirement(requirement: Requirement): string {
  const { id, level, side, sentence } = requirement;
  return `**${id}** ${level}, the ${side}. ${sentence} ([source](${toSourceLink(requirement)}))`;
}
