import { isObject, own } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';

/** The places where a word can stand, most telling first. */
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
] as const;

export type Field = (typeof FIELDS)[number];
export type ToolText = Readonly<Record<Field, string>>;

/** Enough of any honest text; what is longer was not written for a reader. */
const LONGEST = 4_000;
const MOST_PARAMETERS = 60;
const DEEPEST = 3;

/** The searchable text of a tool, by field. A summary that only repeats the description is left out. */
export function textOfTool(tool: Tool, categoryText = ''): ToolText {
  const { names, texts } = parametersOf(tool);
  const description = tool.description.slice(0, LONGEST);
  const summary = description.includes(tool.summary.replace(/…$/, '')) ? '' : tool.summary;
  return {
    name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? '',
    aliases: tool.aliases.join(' . '),
    server: tool.server,
    tags: tool.tags.join(' . '),
    category: `${tool.category} ${categoryText}`,
    summary,
    description,
    parameters: names.join(' '),
    parameterTexts: texts.join(' . ').slice(0, LONGEST),
  };
}

/** What parameters are called and what is said of them, nested ones too, up to a bound. */
export function parametersOf(tool: Tool): { names: string[]; texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  collectParameters(tool.inputSchema, names, texts, 0);
  return { names, texts };
}

function collectParameters(schema: unknown, names: string[], texts: string[], depth: number): void {
  const properties = own(schema, 'properties');
  if (!isObject(properties) || depth > DEEPEST) return;
  for (const [name, property] of Object.entries(properties)) {
    if (names.length >= MOST_PARAMETERS) return;
    names.push(name);
    const description = own(property, 'description');
    if (typeof description === 'string') texts.push(description.slice(0, 400));
    const choices = own(property, 'enum');
    if (Array.isArray(choices))
      texts.push(
        choices
          .filter((choice) => typeof choice === 'string')
          .slice(0, 20)
          .join(' '),
      );
    collectParameters(property, names, texts, depth + 1);
    collectParameters(own(property, 'items'), names, texts, depth + 1);
  }
}
