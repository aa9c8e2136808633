import type { Tool } from '@foldout/core';
import { type NamedServer, nameTools } from '../names/named-tools.ts';
import { discoverySkill } from './discovery-skill.ts';
import { navigatorSkill } from './navigator-skill.ts';
import { skillsWithoutTree } from './other-places.ts';
import type { Skill } from './skill.ts';

/**
 * Where a skill is read: in the folder of a tree, in a shell with the command `foldout`, or behind a gateway that lists
 * `afd-discover`, `afd-detail` and `afd-call`.
 */
export type SkillPlace = 'tree' | 'shell' | 'gateway';

/** The two skills for these tools: how to navigate them, and how to load them by level, in the commands of the place. */
export function skillsFor(tools: Iterable<Tool>, place: SkillPlace = 'tree'): Skill[] {
  const servers = nameTools(tools);
  return place === 'tree' ? skillsOf(servers) : skillsWithoutTree(servers, place);
}

export function skillsOf(servers: readonly NamedServer[]): Skill[] {
  return [navigatorSkill(servers), discoverySkill(servers)];
}
