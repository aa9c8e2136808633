import type { ClientFacts } from '@foldout/clients';
import type { ListedTool } from './surface.ts';
import { FINDER_WORDS, isCaller } from './words.ts';

/** The tools that find other tools. Every surface that hides tools lists one of them. */
export const FINDERS: ReadonlySet<string> = new Set(FINDER_WORDS.map(([tool]) => tool));

/**
 * Changes the list of a search surface for a client whose facts require it. The result depends on the list and on the
 * client alone, never on the catalog, so a list that is constant stays constant.
 */
export function adaptToClient(
  tools: readonly ListedTool[],
  facts: ClientFacts | undefined,
  isOwn: (name: string) => boolean,
): readonly ListedTool[] {
  const { alwaysLoadKey, instructionChars } = facts ?? {};
  if (alwaysLoadKey === undefined && instructionChars !== 0) return tools;
  // A tool of the catalog may have the name of a finder that this surface does not have.
  if (!tools.some(({ name }) => FINDERS.has(name) && isOwn(name))) return tools;
  const line = instructionChars === 0 ? howToFind(tools) : undefined;
  return tools.map((tool) => {
    const finds = FINDERS.has(tool.name);
    if (!finds && !isCaller(tool.name)) return tool;
    return {
      ...tool,
      ...(finds && line && { description: `${tool.description} ${line}` }),
      // A client that defers tools would hide even the tools that find and run the others.
      ...(alwaysLoadKey !== undefined && { _meta: { ...tool._meta, [alwaysLoadKey]: true } }),
    };
  });
}

/** The main sentence of the instructions, for a client that does not show instructions to its model. */
function howToFind(tools: readonly ListedTool[]): string {
  const callers = tools.map(({ name }) => name).filter((name) => isCaller(name));
  const run = callers.length > 0 ? `, then run one with ${callers.join(' or ')}` : '';
  return `Most tools are not in your list: search here first${run}.`;
}
