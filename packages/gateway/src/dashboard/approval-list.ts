import type { Tool } from '@foldout/core';
import { definitionHash } from '@foldout/core/internal';
import type { Principal } from '../http/principal.ts';
import type { Judgement } from '../trust/judge.ts';
import { scanTool } from '../trust/scan-tool.ts';
import { ApiError, bodyTexts } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { catalogOf, toolAt } from './visible-catalog.ts';

/** Bounds the page when a server changes all of its tools. */
const MAX_SHOWN = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;

/** Tools that wait for approval: what changed, and what the scanner found in their texts. */
export function approvalList(sources: DashboardSources, principal: Principal) {
  const waiting = waitingTools(sources, principal);
  return { total: waiting.length, waiting: waiting.slice(0, MAX_SHOWN).map(described) };
}

/** Number of tools that wait for approval on all servers. Not filtered by principal. */
export function countWaiting({ upstreams, trustOf }: DashboardSources): number {
  return upstreams().reduce(
    (sum, { name }) => sum + [...(trustOf(name)?.findings.values() ?? [])].filter(waits).length,
    0,
  );
}

/** Approves one tool. `seen` is the hash of the definition that the user looked at: a definition changed since is refused. */
export async function approveTool(sources: DashboardSources, principal: Principal, request: Request) {
  const { id, seen } = await bodyTexts(request, ['id', 'seen']);
  const tool = toolAt(catalogOf(sources, principal), id);
  const trust = sources.trustOf(tool.server);
  const judgement = trust?.findings.get(tool.name);
  if (!trust || !judgement || !waits(judgement)) {
    throw new ApiError(404, `'${tool.id}' does not wait for approval.`);
  }
  if (definitionHash(tool) !== seen) {
    throw new ApiError(409, 'The tool has changed again since you looked at it. Read it again, then approve it.');
  }
  const approved = await trust.approve(principal.name, [tool.name]);
  return { approved: approved.map(({ server, tool: name }) => `${server}/${name}`) };
}

interface WaitingTool {
  readonly tool: Tool;
  readonly judgement: Judgement;
}

/** Whether a tool waits for approval. A first-seen tool that is not withheld does not. */
function waits({ verdict, withheld }: Judgement): boolean {
  return verdict === 'changed' || withheld;
}

function waitingTools(sources: DashboardSources, principal: Principal): WaitingTool[] {
  const catalog = catalogOf(sources, principal);
  return sources.upstreams().flatMap(({ name: server }) => {
    return [...(sources.trustOf(server)?.findings ?? [])].flatMap(([name, judgement]) => {
      const lookup = catalog.lookup(`${server}/${name}`);
      return lookup.found && waits(judgement) ? [{ tool: lookup.entry.tool, judgement }] : [];
    });
  });
}

function described({ tool, judgement }: WaitingTool) {
  const { verdict, withheld, changes, approved } = judgement;
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    verdict,
    withheld,
    changes,
    approvedAt: approved?.at,
    approvedBy: approved?.by,
    description: tool.description.slice(0, MAX_DESCRIPTION_LENGTH),
    findings: scanTool(tool),
    seen: definitionHash(tool),
  };
}
