import type { JsonSchema } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import { keyText, propertiesOf } from './properties.ts';
import { firstSentence, noteOf } from './property-note.ts';
import { propertyTypeText, typeText, wholeInputText } from './type-text.ts';
import { writeBudget } from './type-writer.ts';

const DEPTH = 5;
/** A longer return type is left out of a signature: `afd-detail` has it. */
const RETURN_CHARS = 160;

interface Inferred {
  readonly schema: JsonSchema;
  readonly results: number;
}

type Declared = Pick<Tool, 'inputSchema' | 'outputSchema'>;

/** A tool as a TypeScript declaration: the content of its schema in a fraction of the tokens. */
export function typescriptOf(tool: Declared, address: string, inferred?: Inferred): string {
  const budget = writeBudget();
  const lines = propertiesOf(tool.inputSchema).map(({ key, schema, required }) => {
    const type = propertyTypeText(tool.inputSchema, schema, budget, DEPTH);
    const note = noteOf(schema, firstSentence);
    return `  ${keyText(key)}${required ? '' : '?'}: ${type};${note && ` // ${note}`}`;
  });
  const input = lines.length > 0 ? `input: {\n${lines.join('\n')}\n}` : wholeInput(tool.inputSchema);
  const output = tool.outputSchema ? typeText(tool.outputSchema, { depth: DEPTH }) : inferredText(inferred, DEPTH);
  return `${keyText(address)}(${input}): ${output}`;
}

function wholeInput(schema: Declared['inputSchema']): string {
  const whole = wholeInputText(schema, DEPTH);
  return whole === undefined ? '' : `input: ${whole}`;
}

/** `Inferred<{ id: number }> // from 12 results`: a type that results had so far, and that nothing promises. */
function inferredText(inferred: Inferred | undefined, depth: number): string {
  if (!inferred) return 'unknown';
  const { schema, results } = inferred;
  return `Inferred<${typeText(schema, { depth })}> // from ${results} results`;
}

/** The return type for a signature, as short as it is useful. Empty if nothing was learned. */
export function inferredReturn(inferred: Inferred | undefined): string {
  if (!inferred) return '';
  const [deep, flat] = [2, 1].map((depth) => typeText(inferred.schema, { depth })) as [string, string];
  const text = deep.length <= RETURN_CHARS ? deep : flat;
  return text.length > RETURN_CHARS ? '' : `: Inferred<${text}> // from ${inferred.results} results`;
}
