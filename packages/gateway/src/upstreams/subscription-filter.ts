import type { JsonObject } from '@foldout/core';
import type { SubscriptionFilter } from '@modelcontextprotocol/client';

/** What a modern server is asked to report: the changed lists that it announces, and these resources. Undefined: nothing. */
export function subscriptionFilter(
  capabilities: JsonObject,
  resources: ReadonlySet<string>,
): SubscriptionFilter | undefined {
  const announces = (name: string): boolean => (capabilities[name] as JsonObject | undefined)?.['listChanged'] === true;
  const filter: SubscriptionFilter = {
    ...(announces('tools') && { toolsListChanged: true }),
    ...(announces('prompts') && { promptsListChanged: true }),
    ...(announces('resources') && { resourcesListChanged: true }),
    ...(resources.size > 0 && { resourceSubscriptions: [...resources] }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}
