import type { JsonSchema } from '@foldout/core';
import { KINDS, type Kind, type Shape } from './shape.ts';

/** A kind that fewer than this share of the values has is an exception, or outdated. So is an object without a key that the others have. */
const RARE = 0.05;

/** The JSON Schema of a tidy shape: types and keys, no values. */
export function schemaOfShape(shape: Shape): JsonSchema {
  const { seen, kinds } = shape;
  const common = KINDS.filter((kind) => (kinds[kind] ?? 0) > seen * RARE);
  const isNumber = common.includes('number');
  const shown = common.filter((kind) => kind !== 'integer' || !isNumber);
  const schemas = shown.map((kind) => schemaOfKind(kind, shape));
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : schemas.length === 0 ? {} : { anyOf: schemas };
}

function schemaOfKind(kind: Kind, { kinds, keys = {}, rest, items }: Shape): JsonSchema {
  if (kind === 'array') return { type: 'array', items: items ? schemaOfShape(items) : {} };
  if (kind !== 'object') return { type: kind };
  const entries = Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1));
  const required = entries.filter(([, { seen }]) => seen >= (kinds.object ?? 0) * (1 - RARE)).map(([key]) => key);
  return {
    type: 'object',
    ...(entries.length > 0 && {
      properties: Object.fromEntries(entries.map(([key, inner]) => [key, schemaOfShape(inner)])),
    }),
    ...(required.length > 0 && { required }),
    // Beside fixed keys, the other keys are exceptions that a type cannot express.
    ...(rest && entries.length === 0 && { additionalProperties: schemaOfShape(rest) }),
  };
}
