import type { JsonObject } from '@foldout/core';
import type { Gate } from '@foldout/core/internal';
import type { McpServerOptions, ServingUnit } from '@foldout/server';
import { TASKS_EXTENSION } from '@foldout/server/internal';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { flagRead, type Inspect } from '../results/inspect-answers.ts';
import { type RelayOptions, type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { answersForUpstream } from './ask-state.ts';
import { callingClient } from './calling-client.ts';
import { storeConnection } from './client-connections.ts';
import { storeLogLevel } from './log-levels.ts';
import { findPrompt, listPrompts } from './prompts.ts';
import { RequestGate } from './request-gate.ts';
import { findResource, findTemplate, listResources, listTemplates } from './resources.ts';
import { countRootChanges } from './root-changes.ts';
import { offeringUpstreams, type Upstreams } from './visible-upstreams.ts';

/** What `relayExtras` and `watchResource` serve. */
export const RELAYED_CAPABILITIES: NonNullable<McpServerOptions['capabilities']> = {
  // 2025-11-25. The SDK leaves this field out for modern clients, which look for the extension.
  tasks: { cancel: {}, requests: { tools: { call: {} } } },
  extensions: { [TASKS_EXTENSION]: {} },
  logging: {},
  completions: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
};

/** What watches the reading of prompts and resources. */
interface ReadParts {
  readonly gate: Gate;
  readonly inspect?: Inspect | undefined;
}

/** Registers handlers for the prompts, resources and completions of every upstream, and for the gateway's skills. */
export function relayExtras(
  mcp: McpServer,
  { era, skills, owner }: ServingUnit,
  upstreams: Upstreams,
  { gate, inspect }: ReadParts,
): void {
  const { server } = mcp;
  const guard = new RequestGate(gate, era, owner, server);
  storeConnection(server, owner);
  if (era === 'legacy') {
    storeLogLevel(server);
    countRootChanges(server);
  }
  const seen = (context: ServerContext): readonly Upstream[] => offeringUpstreams(upstreams, context, owner);

  server.setRequestHandler('prompts/list', (_request, context) => {
    return { prompts: listPrompts(seen(context)) as never };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { upstream, own } = findPrompt(seen(context), params.name);
    const prompt = await available(
      guard.send({ kind: 'prompt', upstream, own }, params.arguments ?? {}, context, () =>
        relayed(upstream, 'prompts/get', { ...params, name: own }, era, context, server),
      ),
    );
    return flagRead(inspect, prompt, `prompt ${upstream.name}/${own}`) as never;
  });
  server.setRequestHandler('resources/list', (_request, context) => {
    return { resources: [...(skills?.list() ?? []), ...listResources(seen(context))] as never };
  });
  server.setRequestHandler('resources/templates/list', (_request, context) => {
    return { resourceTemplates: listTemplates(seen(context)) as never };
  });
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const skill = skills?.read(params.uri);
    if (skill) return { contents: [{ uri: params.uri, ...skill }] };
    const { upstream, own } = findResource(seen(context), params.uri);
    const resource = await available(
      guard.send({ kind: 'resource', upstream, own }, {}, context, () =>
        relayed(upstream, 'resources/read', { ...params, uri: own }, era, context, server),
      ),
    );
    return flagRead(inspect, resource, `resource ${upstream.name}/${own}`) as never;
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref } = params;
    const { upstream, own } =
      ref.type === 'ref/prompt' ? findPrompt(seen(context), ref.name) : findTemplate(seen(context), ref.uri);
    guard.refuse({ kind: ref.type === 'ref/prompt' ? 'prompt' : 'resource', upstream, own }, context);
    const named = ref.type === 'ref/prompt' ? { ...ref, name: own } : { ...ref, uri: own };
    return (await available(
      relayed(upstream, 'completion/complete', { ...params, ref: named }, era, context, server),
    )) as never;
  });
}

/** Forwards a request and returns the answer. An error of the upstream is passed on unchanged. */
async function relayed(
  upstream: Upstream,
  method: string,
  params: object,
  era: ServingUnit['era'],
  context: ServerContext,
  server: Server,
): Promise<JsonObject> {
  const { mcpReq } = context;
  const { _meta: _own, ...rest } = params as JsonObject;
  const full = {
    ...rest,
    ...answersForUpstream(context),
  };
  const options: RelayOptions = { signal: mcpReq.signal, client: callingClient({ era }, context, server) };
  return await upstream.request(method, full, options);
}

/** Says in the error of the protocol why a server is not available, and what to do. */
async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailable)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}. ${error.todo}`);
  }
}
