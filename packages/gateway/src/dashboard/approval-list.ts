import { definitionHash, type Tool } from '@foldout/core';
import type { Principal } from '../http/principal.ts';
import type { Judgement } from '../trust/judge.ts';
import { scanTool } from '../trust/scan-tool.ts';
import { textsInBody, Unanswerable } from './answers.ts';
import type { DashboardSources } from './sources.ts';
import { catalogOf, toolAt } from './visible-catalog.ts';

/** A server that changes everything it has would fill the page: the first ones tell enough. */
const MOST_SHOWN = 200;
const LONGEST_DESCRIPTION = 4_000;

/** Tools that are not as they were approved: what has changed, and what their texts hide. */
export function approvalList(sources: DashboardSources, principal: Principal) {
  const waiting = waitingTools(sources, principal);
  return { total: waiting.length, waiting: waiting.slice(0, MOST_SHOWN).map(described) };
}

/** How many wait, whoever may see them. */
export function countWaiting({ upstreams, trustOf }: DashboardSources): number {
  return upstreams().reduce(
    (sum, { name }) => sum + [...(trustOf(name)?.findings.values() ?? [])].filter(waits).length,
    0,
  );
}

/** Approves one tool as it was looked at. One that has changed since is not what somebody agreed to. */
export async function approveTool(sources: DashboardSources, principal: Principal, request: Request) {
  const { id, seen } = await textsInBody(request, ['id', 'seen']);
  const tool = toolAt(catalogOf(sources, principal), id);
  const trust = sources.trustOf(tool.server);
  const judgement = trust?.findings.get(tool.name);
  if (!trust || !judgement || !waits(judgement)) throw new Unanswerable(404, 'This tool does not wait for approval.');
  if (definitionHash(tool) !== seen) {
    throw new Unanswerable(409, 'The tool has changed again since you looked at it. Look at it once more.');
  }
  const approved = await trust.approve(principal.name, [tool.name]);
  return { approved: approved.map(({ server, tool: name }) => `${server}/${name}`) };
}

interface Waiting {
  readonly tool: Tool;
  readonly judgement: Judgement;
}

/** A tool that was seen for the first time and taken as it is waits for nobody. */
function waits({ verdict, withheld }: Judgement): boolean {
  return verdict === 'changed' || withheld;
}

function waitingTools(sources: DashboardSources, principal: Principal): Waiting[] {
  const catalog = catalogOf(sources, principal);
  return sources.upstreams().flatMap(({ name: server }) => {
    return [...(sources.trustOf(server)?.findings ?? [])].flatMap(([name, judgement]) => {
      const lookup = catalog.lookup(`${server}/${name}`);
      return lookup.found && waits(judgement) ? [{ tool: lookup.entry.tool, judgement }] : [];
    });
  });
}

function described({ tool, judgement }: Waiting) {
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
    description: tool.description.slice(0, LONGEST_DESCRIPTION),
    findings: scanTool(tool),
    seen: definitionHash(tool),
  };
}
