import type { McpServerOptions } from '@foldout/server';
import { relayTasks } from './client-tasks.ts';
import { RELAYED_CAPABILITIES, type ReadParts, relayExtras } from './relay-extras.ts';
import type { TaskIds } from './task-ids.ts';
import type { Upstreams } from './visible-upstreams.ts';
import { watchResource } from './watch-resource.ts';

/** What the gateway's server offers besides tools: the prompts, resources, subscriptions and tasks of its upstreams. */
export function relayAdditions(
  upstreams: Upstreams,
  { gate, inspect }: ReadParts,
  taskIds: TaskIds,
): Partial<McpServerOptions> {
  return {
    ...(inspect && { inspect }),
    capabilities: RELAYED_CAPABILITIES,
    gate,
    watch: watchResource(upstreams, gate),
    tasks: relayTasks(upstreams, taskIds),
    extend: (mcp, unit) => relayExtras(mcp, unit, upstreams, { gate, inspect }),
  };
}
