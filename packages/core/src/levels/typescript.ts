import { isObject, own } from '../catalog/json.ts';
import { summarize } from '../catalog/summary.ts';
import type { Tool } from '../catalog/tool.ts';
import { keyText, propertiesOf, propertyTypeText, typeText, wholeInputText } from './type-text.ts';

const COMMENT_LENGTH = 160;
const MAX_VALUE = 100;
const DEPTH = 5;

type Declared = Pick<Tool, 'inputSchema' | 'outputSchema'>;

/** A tool as a TypeScript declaration: all that its schema says, in a fraction of the tokens. */
export function typescriptOf(tool: Declared, address: string): string {
  const lines = propertiesOf(tool.inputSchema).map(({ key, schema, required }) => {
    const type = propertyTypeText(tool.inputSchema, schema, DEPTH);
    const note = noteOf(schema);
    return `  ${keyText(key)}${required ? '' : '?'}: ${type};${note && ` // ${note}`}`;
  });
  const input = lines.length > 0 ? `input: {\n${lines.join('\n')}\n}` : (wholeInputText(tool.inputSchema, DEPTH) ?? '');
  const output = tool.outputSchema ? typeText(tool.outputSchema, { depth: DEPTH }) : 'unknown';
  return `${keyText(address)}(${input}): ${output}`;
}

/** Description, default and limits of a property, in one line that cannot end the comment it sits in. */
function noteOf(schema: unknown): string {
  if (!isObject(schema)) return '';
  const description = own(schema, 'description');
  const parts = typeof description === 'string' && description !== '' ? [summarize(description, COMMENT_LENGTH)] : [];
  for (const [keyword, label] of LIMITS) {
    const value = own(schema, keyword);
    // A known format says more, in fewer tokens, than the pattern that implements it.
    const implied = keyword === 'pattern' && own(schema, 'format') !== undefined;
    if (value !== undefined && !implied && !isTypeBound(keyword, value)) parts.push(`${label} ${brief(value)}`);
  }
  return parts.join('; ').replace(/[\r\n\u2028\u2029]+/g, ' ');
}

const LIMITS = [
  ['default', 'default'],
  ['format', 'format'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['minLength', 'min length'],
  ['maxLength', 'max length'],
  ['minItems', 'min items'],
  ['maxItems', 'max items'],
  ['pattern', 'pattern'],
] as const;

/** Zod writes the range of a safe integer into every integer; it says nothing. */
function isTypeBound(keyword: string, value: unknown): boolean {
  return (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** A default or a pattern may be of any length; what is long is in the schema. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
