import type { JsonObject } from '@foldout/core';
import type { ServingUnit } from '@foldout/server';
import { type McpServer, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { type RelayOptions, type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { callingClient } from './calling-client.ts';
import type { LogLevels } from './log-levels.ts';
import { findPrompt, listPrompts } from './prompts.ts';
import { findResource, findTemplate, listResources, listTemplates } from './resources.ts';
import { type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

/** Lets a client reach the prompts, resources and completions of every upstream, and the gateway's own skills. */
export function relayExtras(
  mcp: McpServer,
  { era, skills }: ServingUnit,
  upstreams: Upstreams,
  levels: LogLevels,
): void {
  const { server } = mcp;
  if (era === 'legacy') levels.keepFor(mcp);
  const seen = (context: ServerContext): readonly Upstream[] => visibleUpstreams(upstreams, context);

  server.setRequestHandler('prompts/list', (_request, context) => {
    return { prompts: listPrompts(seen(context)) as never };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { upstream, own } = findPrompt(seen(context), params.name);
    return relayed(upstream, 'prompts/get', { ...params, name: own }, { era, levels }, context);
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
    return relayed(upstream, 'resources/read', { ...params, uri: own }, { era, levels }, context);
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref } = params;
    const { upstream, own } =
      ref.type === 'ref/prompt' ? findPrompt(seen(context), ref.name) : findTemplate(seen(context), ref.uri);
    const named = ref.type === 'ref/prompt' ? { ...ref, name: own } : { ...ref, uri: own };
    return relayed(upstream, 'completion/complete', { ...params, ref: named }, { era, levels }, context);
  });
}

/** Sends a request on and its answer back; an upstream's own error goes back as it came. */
async function relayed(
  upstream: Upstream,
  method: string,
  params: object,
  { era, levels }: { readonly era: ServingUnit['era']; readonly levels: LogLevels },
  context: ServerContext,
): Promise<never> {
  const { mcpReq } = context;
  const state = mcpReq.requestState();
  const { _meta: _own, ...rest } = params as JsonObject;
  const full = {
    ...rest,
    ...(mcpReq.inputResponses && { inputResponses: mcpReq.inputResponses }),
    ...(state !== undefined && { requestState: state }),
  };
  const options: RelayOptions = { signal: mcpReq.signal, client: callingClient({ era }, context, levels) };
  try {
    return (await upstream.request(method, full, options)) as never;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailable)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}. ${error.todo}`);
  }
}
