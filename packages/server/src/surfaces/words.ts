import type { CatalogReader, JsonObject, NextCall, Risk, Tool, Words } from '@foldout/core';
import { callText, RISKS, riskOf } from '@foldout/core/internal';
import type { ListedTool } from './surface.ts';

/** Tools that list or search commands → the sentence that names them. The first that is listed is used. */
export const FINDER_WORDS: readonly (readonly [tool: string, sentence: string])[] = [
  ['afd-discover', 'Use afd-discover to list all commands'],
  ['list_available_tools', 'Use list_available_tools to list all commands'],
  ['search_tools', 'Use search_tools to find a command'],
  ['list_extended_tools', 'Use list_extended_tools to list the other commands'],
];

/** Tools that show the input of a command → their parameter for its name, and what else to pass. */
const DESCRIBERS: readonly (readonly [tool: string, parameter: string, more?: string])[] = [
  ['afd-detail', 'command'],
  ['get_tool_schema', 'toolName'],
  ['get_tool_description', 'tool_name'],
  ['list_extended_tools', 'query', " and level 'full'"],
  ['search_tools', 'query'],
];

/** Tools that run a command → their parameters for its name and for its input. */
const CALLERS: readonly (readonly [tool: string, name: string, input: string])[] = [
  ['afd-call', 'command', 'input'],
  ['invoke_tool', 'toolName', 'args'],
  ['call_extended_tool', 'tool_name', 'arguments'],
];

/** Whether a listed tool runs other tools: a dispatcher, or its variant for one risk (`dispatch: 'by-risk'`). */
export function isCaller(listed: string): boolean {
  return CALLERS.some(([tool]) => tool === listed || RISKS.some((risk) => riskNames(tool, risk).includes(listed)));
}

/** The listed names that a dispatcher's variant for a risk may have: `afd-call-read`, `invoke_tool_read`. */
function riskNames(tool: string, risk: Risk): string[] {
  return [`${tool}-${risk}`, `${tool}_${risk}`];
}

export interface WordParts {
  /** The viewer's `tools/list`. Read only when an error or a hint is written. */
  readonly list: () => readonly ListedTool[];
  readonly catalog: CatalogReader;
  readonly listedName: (tool: Tool) => string;
  /** Whether the server remembers an active context for this viewer. */
  readonly hasSession: boolean;
}

/** The next steps of an MCP client: only through tools in its list, because hosts refuse to call any other. */
export class ListedWords implements Words {
  readonly #parts: WordParts;
  #listed: ReadonlySet<string> | undefined;

  constructor(parts: WordParts) {
    this.#parts = parts;
  }

  find(): string | undefined {
    const [, sentence] = FINDER_WORDS.find(([tool]) => this.#lists(tool)) ?? [];
    return sentence ?? 'See the tool list for all commands';
  }

  describe(name: string): string | undefined {
    const own = this.#ownName(name);
    const [tool, parameter, more = ''] = DESCRIBERS.find(([describer]) => this.#lists(describer)) ?? [];
    if (own !== undefined && (tool === undefined || tool === 'search_tools' || tool === 'list_extended_tools'))
      return `See '${own}' in the tool list for the expected input schema`;
    return tool && `Call ${tool} with ${parameter} '${name}'${more} to see the expected input schema`;
  }

  call(name: string, { input, risk }: NextCall = {}): string | undefined {
    const own = this.#ownName(name);
    if (own !== undefined) return callText(own, input);
    const caller = this.#caller(risk ?? this.#riskOf(name));
    return caller && callText(caller.tool, { [caller.name]: name, ...(input && { [caller.input]: input }) });
  }

  more(cursor: string): string | undefined {
    return this.call('afd-more', { input: { cursor }, risk: 'read' });
  }

  less(): string | undefined {
    const tool = this.#caller('read')?.tool;
    return tool?.startsWith('afd-call')
      ? `Pass select to ${tool} to get fewer fields, or where: {field: value, $limit: 20} to get fewer items`
      : undefined;
  }

  enterContext(context: string, risk?: Risk): string | undefined {
    const input: JsonObject = { action: 'enter', context };
    const enter = this.#parts.hasSession ? this.call('afd-context', { input }) : undefined;
    const tool = this.#caller(risk ?? 'read')?.tool;
    const pass = tool?.startsWith('afd-call') ? `pass context: '${context}' to ${tool}` : undefined;
    if (enter) return pass ? `Enter it with ${enter}, or ${pass}` : `Enter it with ${enter}`;
    return pass && `${pass.charAt(0).toUpperCase()}${pass.slice(1)}`;
  }

  #caller(risk: Risk): { readonly tool: string; readonly name: string; readonly input: string } | undefined {
    for (const [tool, name, input] of CALLERS) {
      // With `dispatch: 'by-risk'`, a dispatcher is listed once for each risk.
      const listed = [...riskNames(tool, risk), tool].find((one) => this.#lists(one));
      if (listed) return { tool: listed, name, input };
    }
    return undefined;
  }

  /** The name under which a tool of the catalog, or `afd-more`, is listed itself. */
  #ownName(name: string): string | undefined {
    const lookup = this.#parts.catalog.lookup(name);
    const own = lookup.found ? this.#parts.listedName(lookup.entry.tool) : name;
    return this.#lists(own) ? own : undefined;
  }

  #riskOf(name: string): Risk {
    const lookup = this.#parts.catalog.lookup(name);
    return lookup.found ? riskOf(lookup.entry.tool) : 'read';
  }

  #lists(name: string): boolean {
    this.#listed ??= new Set(this.#parts.list().map((tool) => tool.name));
    return this.#listed.has(name);
  }
}
