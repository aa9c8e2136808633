import type { Tool } from '../../catalog/tool.ts';
import { splitWords } from '../text/split-words.ts';
import type { ToolText } from '../tool-text.ts';

const DESCRIPTION = 400;
const PARAMETERS = 300;
const BEYOND_LATIN = /[^\0-\u024f]/;
const FOREIGN_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}]+/gu;

/** The text that a tool's vector is computed from. It includes parameters: "size" and "milk" separate a drink order from a flight. */
export function meaningText(text: ToolText): string {
  const { server, name, title, aliases, tags, summary, description, parameters, parameterTexts, requests } = text;
  return [
    spaced(server),
    spaced(name),
    title,
    aliases,
    tags,
    summary,
    withoutForeignScripts(description.slice(0, DESCRIPTION)),
    spaced(parameters).slice(0, PARAMETERS),
    withoutForeignScripts(parameterTexts.slice(0, PARAMETERS)),
    requests.slice(0, DESCRIPTION),
  ].join(' ');
}

/** The text for the sentence model: the name, a colon, the description. */
export function modelText(tool: Tool): string {
  return `${spaced(tool.server)} ${spaced(tool.name)}: ${tool.description.slice(0, DESCRIPTION)}`.trim();
}

/** Requests are embedded in English, and the table has other scripts by single letters only: they would be noise. */
function withoutForeignScripts(text: string): string {
  return BEYOND_LATIN.test(text) ? text.replace(FOREIGN_SCRIPTS, ' ') : text;
}

function spaced(identifier: string): string {
  return splitWords(identifier).join(' ');
}
