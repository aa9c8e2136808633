import type { Tool } from '@foldout/core';
import { type NamedServer, nameTools } from '../names/named-tools.ts';
import { discoverySkill } from './discovery-skill.ts';
import { navigatorSkill } from './navigator-skill.ts';
import type { Skill } from './skill.ts';

/** The two skills for a tree of these tools: how to navigate it, and how to load tools by level. */
export function skillsFor(tools: Iterable<Tool>): Skill[] {
  return skillsOf(nameTools(tools));
}

export function skillsOf(servers: readonly NamedServer[]): Skill[] {
  return [navigatorSkill(servers), discoverySkill(servers)];
}
