import type { Tool } from '@foldout/core';
import { upstreamTool } from '@foldout/core/internal';
import type { Principal } from '../http/principal.ts';
import type { Definition } from '../trust/definitions.ts';
import type { Judgement } from '../trust/judge.ts';
import { scanTool } from '../trust/scan-tool.ts';
import { ApiError, bodyTexts } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { catalogOf } from './visible-catalog.ts';

/** Bounds the page when a server changes all of its tools. */
const MAX_SHOWN = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;

/** What waits for approval: what changed, and what the scanner found in their texts. */
export function approvalList(sources: DashboardSources, principal: Principal) {
  const waiting = waitingDefinitions(sources, principal);
  return { total: waiting.length, waiting: waiting.slice(0, MAX_SHOWN).map(described) };
}

/** Number of definitions that wait for approval on all servers. Not filtered by principal. */
export function countWaiting({ upstreams, trustOf }: DashboardSources): number {
  return upstreams().reduce(
    (sum, { name }) => sum + [...(trustOf(name)?.findings.values() ?? [])].filter(waits).length,
    0,
  );
}

/** Approves one definition. `seen` is the fingerprint of what the user looked at: one that has changed since is refused. */
export async function approveTool(sources: DashboardSources, principal: Principal, request: Request) {
  const { id, seen } = await bodyTexts(request, ['id', 'seen']);
  const waiting = waitingDefinitions(sources, principal).find((one) => idOf(one.definition) === id);
  if (!waiting) throw new ApiError(404, `'${id}' does not wait for approval.`);
  const { definition } = waiting;
  if (definition.fingerprint !== seen) {
    throw new ApiError(409, 'The tool has changed again since you looked at it. Read it again, then approve it.');
  }
  const shown = new Map([[definition.name, definition]]);
  const approved = (await sources.trustOf(definition.server)?.approve(principal.name, undefined, shown)) ?? [];
  return { approved: approved.map(({ server, tool: name }) => `${server}/${name}`) };
}

interface WaitingDefinition {
  readonly definition: Definition;
  readonly judgement: Judgement;
  /** Undefined for a prompt and the like. */
  readonly tool: Tool | undefined;
}

/** Whether a definition waits for approval. A first-seen one that is not withheld does not. */
function waits({ verdict, withheld }: Judgement): boolean {
  return verdict === 'changed' || withheld;
}

function waitingDefinitions(sources: DashboardSources, principal: Principal): WaitingDefinition[] {
  const catalog = catalogOf(sources, principal);
  // Approvals name tools as their servers do.
  let tools: ReadonlyMap<string, Tool> | undefined;
  const toolOf = (id: string): Tool | undefined => {
    tools ??= new Map(catalog.entries().map(({ tool }) => [upstreamTool(tool).id, upstreamTool(tool)]));
    return tools.get(id);
  };
  return sources.upstreams().flatMap(({ name: server }) => {
    const trust = sources.trustOf(server);
    return [...(trust?.findings ?? [])].flatMap(([name, judgement]) => {
      const definition = trust?.definition(name);
      if (!definition || !waits(judgement)) return [];
      const tool = definition.isTool ? toolOf(`${server}/${name}`) : undefined;
      // A scope names tools. Whoever may use a whole server sees everything else that it offers.
      const isVisible = definition.isTool ? tool !== undefined : principal.servers(server);
      return isVisible ? [{ definition, judgement, tool }] : [];
    });
  });
}

function described({ definition, tool, judgement }: WaitingDefinition) {
  const { verdict, withheld, changes, approved } = judgement;
  return {
    id: idOf(definition),
    server: definition.server,
    name: definition.name,
    verdict,
    withheld,
    changes,
    approvedAt: approved?.at,
    approvedBy: approved?.by,
    description: (tool?.description ?? definition.text()).slice(0, MAX_DESCRIPTION_LENGTH),
    findings: tool ? scanTool(tool) : [],
    seen: definition.fingerprint,
  };
}

function idOf({ server, name }: Definition): string {
  return `${server}/${name}`;
}
