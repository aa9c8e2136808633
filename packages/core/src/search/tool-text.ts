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
const MOST_CHOICES = 20;

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
function parametersOf(tool: Tool): { names: string[]; texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  visitParameters(
    tool,
    (name) => names.push(name),
    (text) => texts.push(text),
  );
  return { names, texts };
}

/** Walks the parameters without building anything: loading an index does this for every tool. */
export function visitParameters(tool: Tool, onName: (name: string) => void, onText: (text: string) => void): void {
  let left = MOST_PARAMETERS;
  const visit = (schema: unknown, depth: number): void => {
    const properties = own(schema, 'properties');
    if (!isObject(properties) || depth > DEEPEST) return;
    for (const name of Object.keys(properties)) {
      if (left-- <= 0) return;
      const property = properties[name];
      onName(name);
      const description = own(property, 'description');
      if (typeof description === 'string') onText(description.length > 400 ? description.slice(0, 400) : description);
      const choices = own(property, 'enum');
      if (Array.isArray(choices)) onText(choicesText(choices));
      visit(property, depth + 1);
      visit(own(property, 'items'), depth + 1);
    }
  };
  visit(tool.inputSchema, 0);
}

function choicesText(choices: readonly unknown[]): string {
  return choices
    .filter((choice) => typeof choice === 'string')
    .slice(0, MOST_CHOICES)
    .join(' ');
}
