import type { Gate } from '@foldout/core/internal';
import type { McpServerOptions } from '@foldout/server';
import { relayTasks } from './client-tasks.ts';
import type { OpenRelay } from './open-relay.ts';
import { RELAYED_CAPABILITIES, relayExtras } from './relay-extras.ts';
import { relayedSkills } from './relayed-skills.ts';
import type { Upstreams } from './visible-upstreams.ts';
import { watchResource } from './watch-resource.ts';

/** What the gateway's server offers besides tools: the prompts, resources, subscriptions and tasks of its upstreams. */
export function relayAdditions(
  upstreams: Upstreams,
  gate: Gate,
  { inspect, taskIds }: Pick<OpenRelay, 'inspect' | 'taskIds'>,
): Partial<McpServerOptions> {
  return {
    ...(inspect && { inspect }),
    capabilities: RELAYED_CAPABILITIES,
    gate,
    watch: watchResource(upstreams, gate),
    relaySkills: relayedSkills(upstreams),
    tasks: relayTasks(upstreams, taskIds),
    extend: (mcp, unit) => relayExtras(mcp, unit, upstreams, { gate, inspect }),
  };
}
