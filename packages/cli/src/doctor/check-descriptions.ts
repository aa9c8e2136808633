import type { Tool } from '@foldout/core';
import {
  type AlikeTools,
  analyzeTools,
  type FindTools,
  parameterNames,
  type UnfoundRequest,
} from '@foldout/core/internal';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

/** The advice for servers that the user cannot change. Absent: the reader is the author of the tools. */
export type Advice = (tool: Tool) => string;

/** Finds descriptions that search cannot match, and tools that a model cannot tell apart. Says what to add. */
export async function checkDescriptions(
  tools: readonly Tool[],
  find: FindTools,
  advice: Advice = inConfig,
): Promise<Finding[]> {
  const { poor, unfound, alike } = await analyzeTools(tools, { find });
  return [
    ...poor.map((tool) => finding(tool.id, whatIsMissing(tool), whatToAdd(tool, advice))),
    ...unfound.map((request) => unfoundFinding(request, advice)),
    ...alike.map((pair) => alikeFinding(pair, advice)),
  ];
}

function whatIsMissing({ description }: Tool): string {
  return description.trim() === ''
    ? 'has no description'
    : `its description adds nothing to its name: "${oneLine(description).slice(0, 60)}"`;
}

function whatToAdd(tool: Tool, advice: Advice): string {
  const { required, optional } = parameterNames(tool);
  const parameters = [...required, ...optional].slice(0, 4);
  const of = parameters.length > 0 ? ` Mention its parameters (${parameters.map(oneLine).join(', ')}) too.` : '';
  return `Add a sentence that says what it does and to what, in words that users search for.${of}${advice(tool)}`;
}

function unfoundFinding({ tool, request, from, rival }: UnfoundRequest, advice: Advice): Finding {
  const wanted = from === 'summary' ? 'its own description' : `its example "${oneLine(request).slice(0, 80)}"`;
  const found = rival === undefined ? 'finds nothing' : `finds ${oneLine(rival)} instead`;
  const fix =
    from === 'summary' && rival !== undefined
      ? `Describe how it differs from ${oneLine(rival)}: what it acts on, or when to use it.`
      : 'Put the words of the example into the description, "aliases" or "tags".';
  return finding(tool.id, `a search for ${wanted} ${found}`, fix + advice(tool));
}

function alikeFinding({ tools: [one, other], by }: AlikeTools, advice: Advice): Finding {
  const why =
    by === 'words'
      ? 'they use the same words and the same parameters'
      : 'a search for the description of either finds the other first';
  return finding(
    `${one.id}, ${other.id}`,
    `cannot be told apart: ${why}`,
    `Say in both descriptions what only this one does and when to use it, or make one tool of both.${advice(one)}`,
    'alike',
  );
}

function inConfig({ server }: Tool): string {
  return ` If you cannot change the server, add "tags" or "description" to '${server}' in the configuration; search uses them.`;
}

function finding(about: string, what: string, fix: string, check: Finding['check'] = 'description'): Finding {
  return { check, level: 'warning', about, what, fix };
}
