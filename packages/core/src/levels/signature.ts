import type { Tool } from '../catalog/tool.ts';
import { keyText, propertiesOf } from './properties.ts';
import { propertyTypeText, wholeInputText } from './type-text.ts';
import { writeBudget } from './type-writer.ts';

/** Optional parameters beyond this number are only counted; required ones are always written. */
const OPTIONAL_SHOWN = 12;

const cache = new WeakMap<object, string>();

/** `create_issue(project: string, title: string, labels?: string[])`. Cached per schema. */
export function signatureOf(tool: Pick<Tool, 'name' | 'inputSchema'>, address: string = tool.name): string {
  let parameters = cache.get(tool.inputSchema);
  if (parameters === undefined) {
    parameters = parametersText(tool);
    cache.set(tool.inputSchema, parameters);
  }
  return `${address}(${parameters})`;
}

function parametersText(tool: Pick<Tool, 'inputSchema'>): string {
  const whole = wholeInputText(tool.inputSchema);
  if (whole) return whole;
  const properties = propertiesOf(tool.inputSchema);
  const required = properties.filter((property) => property.required);
  const optional = properties.filter((property) => !property.required);
  const budget = writeBudget();
  const shown = [...required, ...optional.slice(0, OPTIONAL_SHOWN)].map(
    ({ key, schema, required }) =>
      `${keyText(key)}${required ? '' : '?'}: ${propertyTypeText(tool.inputSchema, schema, budget)}`,
  );
  const hidden = optional.length - OPTIONAL_SHOWN;
  if (hidden > 0) shown.push(`…${hidden} more optional`);
  return shown.join(', ');
}

/** Parameter names, enough to call a simple tool without its schema. */
export function parameterNames(tool: Tool): { required: string[]; optional: string[] } {
  const properties = propertiesOf(tool.inputSchema);
  return {
    required: properties.filter((property) => property.required).map((property) => property.key),
    optional: properties.filter((property) => !property.required).map((property) => property.key),
  };
}
