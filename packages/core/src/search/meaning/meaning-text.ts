import type { Tool } from '../../catalog/tool.ts';
import { splitWords } from '../text/split-words.ts';
import type { ToolText } from '../tool-text.ts';

const DESCRIPTION = 400;
const PARAMETERS = 300;

/** What a tool's vector is made of. Parameters take part: "size" and "milk" tell a drink order from a flight. */
export function meaningText(text: ToolText): string {
  const { server, name, title, aliases, tags, summary, description, parameters, parameterTexts } = text;
  return [
    words(server),
    words(name),
    title,
    aliases,
    tags,
    summary,
    description.slice(0, DESCRIPTION),
    words(parameters).slice(0, PARAMETERS),
    parameterTexts.slice(0, PARAMETERS),
  ].join(' ');
}

/** A sentence model reads sentences: the name, a colon, the description. */
export function modelText(tool: Tool): string {
  return `${words(tool.server)} ${words(tool.name)}: ${tool.description.slice(0, DESCRIPTION)}`.trim();
}

function words(identifier: string): string {
  return splitWords(identifier).join(' ');
}
