import { isObject, own } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import { toolInEnglish } from './languages/tool-in-english.ts';

/** The searchable fields of a tool. */
export const FIELDS = [
  'name',
  'title',
  'aliases',
  'server',
  'tags',
  'category',
  'summary',
  'description',
  'parameters',
  'parameterTexts',
  /** Likely requests: see `ExtraWords`. */
  'requests',
] as const;

export type Field = (typeof FIELDS)[number];
export type ToolText = Readonly<Record<Field, string>>;

/** Longer texts are cut, which bounds the size of the index. */
const LONGEST = 4_000;
const LONGEST_PARAMETER_TEXT = 400;
const LONGEST_REQUESTS = 1_000;
const MOST_PARAMETERS = 60;
const DEEPEST = 3;
const MOST_CHOICES = 20;

/**
 * The searchable text of a tool, by field. A summary that only repeats the description is left out; one in English is added to a
 * description in another language.
 */
export function textOfTool(tool: Tool, categoryText = '', requests = ''): ToolText {
  const { names, texts } = parametersOf(tool);
  const description = tool.description.slice(0, LONGEST);
  const summary = description.includes(tool.summary.replace(/…$/, '')) ? '' : tool.summary;
  const english = toolInEnglish(tool.name, description);
  return {
    name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? '',
    aliases: tool.aliases.join(' . '),
    server: tool.server,
    tags: tool.tags.join(' . '),
    category: `${tool.category} ${categoryText}`,
    summary: english === '' ? summary : `${summary} ${english}`,
    description,
    parameters: names.join(' '),
    parameterTexts: texts.join(' . ').slice(0, LONGEST),
    requests: requests.slice(0, LONGEST_REQUESTS),
  };
}

/** Names and texts of the parameters, nested ones included, up to a limit. */
function parametersOf(tool: Tool): { names: string[]; texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  const visit = (schema: unknown, depth: number): void => {
    const properties = own(schema, 'properties');
    if (!isObject(properties) || depth > DEEPEST) return;
    for (const [name, property] of Object.entries(properties)) {
      if (names.length >= MOST_PARAMETERS) return;
      names.push(name);
      const description = own(property, 'description');
      if (typeof description === 'string') texts.push(description.slice(0, LONGEST_PARAMETER_TEXT));
      const choices = own(property, 'enum');
      if (Array.isArray(choices)) texts.push(choicesText(choices));
      visit(property, depth + 1);
      visit(own(property, 'items'), depth + 1);
    }
  };
  visit(tool.inputSchema, 0);
  return { names, texts };
}

function choicesText(choices: readonly unknown[]): string {
  return choices
    .filter((choice) => typeof choice === 'string')
    .slice(0, MOST_CHOICES)
    .join(' ');
}
