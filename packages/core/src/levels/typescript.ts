import type { Tool } from '../catalog/tool.ts';
import { keyText, propertiesOf } from './properties.ts';
import { firstSentence, noteOf } from './property-note.ts';
import { propertyTypeText, typeText, wholeInputText } from './type-text.ts';
import { writeBudget } from './type-writer.ts';

const DEPTH = 5;

type Declared = Pick<Tool, 'inputSchema' | 'outputSchema'>;

/** A tool as a TypeScript declaration: the content of its schema in a fraction of the tokens. */
export function typescriptOf(tool: Declared, address: string): string {
  const budget = writeBudget();
  const lines = propertiesOf(tool.inputSchema).map(({ key, schema, required }) => {
    const type = propertyTypeText(tool.inputSchema, schema, budget, DEPTH);
    const note = noteOf(schema, firstSentence);
    return `  ${keyText(key)}${required ? '' : '?'}: ${type};${note && ` // ${note}`}`;
  });
  const input = lines.length > 0 ? `input: {\n${lines.join('\n')}\n}` : (wholeInputText(tool.inputSchema, DEPTH) ?? '');
  const output = tool.outputSchema ? typeText(tool.outputSchema, { depth: DEPTH }) : 'unknown';
  return `${keyText(address)}(${input}): ${output}`;
}
