import type { JsonObject } from '@foldout/core';
import type { TaskAnswers } from '@foldout/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type CallingClient, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { callingClient } from './calling-client.ts';
import type { TaskIds } from './task-ids.ts';
import { type GatewayOwner, requestOwner, type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

/** The principal of a connection without credentials. */
const LOCAL = 'local';

/** Passes requests about tasks on to the server that runs them. */
export function relayTasks(upstreams: Upstreams, ids: TaskIds): TaskAnswers {
  return async ({ method, params }, context, { era, owner }) => {
    const principal = principalOf(requestOwner(context, owner));
    const address = await ids.open(params.taskId, principal).catch(() => undefined);
    const upstream = address && visibleUpstreams(upstreams, context, owner).find(({ name }) => name === address.server);
    if (!upstream) throw unknownTask();
    const { _meta: _own, ...rest } = params;
    const client = askingAbout(callingClient({ era, task: {} }, context), upstream.name, principal, ids);
    try {
      const answer = await upstream.request(
        method,
        { ...rest, taskId: address.own },
        { signal: context.mcpReq.signal, client },
      );
      return await ids.sealAll(answer, upstream.name, principal);
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}. ${error.todo}`);
    }
  };
}

/** The name that task ids are signed with. */
export function principalOf(owner: Pick<GatewayOwner, 'principal'> | undefined): string {
  return owner?.principal?.name ?? LOCAL;
}

/** Questions of a server name the task that they belong to. */
function askingAbout(client: CallingClient, server: string, principal: string, ids: TaskIds): CallingClient {
  return {
    ...client,
    capabilities: client.capabilities,
    logLevel: client.logLevel,
    ask: async (method, params: JsonObject, signal) =>
      client.ask(method, await ids.sealAll(params, server, principal), signal),
  };
}

function unknownTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no task with this id. Call the tool again.');
}
