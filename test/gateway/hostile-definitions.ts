import type { JsonObject } from '@foldout/core';

/** A schema with `count` definitions; `of` writes one from its number. */
function defined(count: number, of: (n: number) => object): JsonObject {
  const $defs = Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, of(n)]));
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, required: ['a'], $defs };
}

const refs = (count: number, target: number | string): object[] =>
  Array.from({ length: count }, () => ({ $ref: typeof target === 'string' ? target : `#/$defs/d${target}` }));

const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));

/** Short input schemas that become exponentially large for code that follows every reference. */
export const HOSTILE_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'references that double thirty times': defined(31, (n) => (n < 30 ? { allOf: refs(2, n + 1) } : { type: 'string' })),
  'four levels of 1,500 references': defined(5, (n) => (n < 4 ? { allOf: refs(1_500, n + 1) } : { type: 'string' })),
  'four levels of 1,500 properties': defined(5, (n) =>
    n < 4
      ? { type: 'object', properties: Object.fromEntries(refs(1_500, n + 1).map((ref, p) => [`p${p}`, ref])) }
      : { type: 'string' },
  ),
  'definitions that all refer to each other': defined(60, () => ({
    anyOf: many(60, (n) => ({ $ref: `#/$defs/d${n}` })),
  })),
  'alternatives of alternatives': defined(1, () => ({ anyOf: many(3_000, () => ({ anyOf: refs(1, 0) })) })),
  'references to anchors': {
    ...defined(3_500, (n) => ({ $anchor: `a${n}` })),
    properties: Object.fromEntries(refs(2_500, '#a3499').map((ref, n) => [`p${n}`, ref])),
    required: many(2_500, (n) => `p${n}`),
  },
  'required properties, all of them references': {
    ...defined(1, () => ({ allOf: many(2_000, () => ({ type: 'string' })) })),
    properties: Object.fromEntries(refs(3_000, 0).map((ref, n) => [`p${n}`, ref])),
    required: many(3_000, (n) => `p${n}`),
  },
  'a tuple of itself': defined(1_500, (n) => ({ prefixItems: refs(2, (n + 1) % 1_500) })),
};

/** Descriptions that a backtracking expression or a quadratic algorithm could not read. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'one word': 'a'.repeat(50_000),
  'one word in camel case': 'aB'.repeat(25_000),
  'only underscores': '_'.repeat(50_000),
  'only spaces': `x${' '.repeat(49_000)}y`,
  'only line breaks': `x${'\n'.repeat(49_000)}y`,
  'open comments': '<!--'.repeat(12_500),
  'open tags': '<'.repeat(50_000),
  'half an instruction, repeated': 'ignore all previous '.repeat(2_500),
  'words that begin a phrase': 'do not tell '.repeat(4_000),
  'base64 without an end': `${'QUFB'.repeat(12_000)}!`,
  'percent signs': '%41'.repeat(16_000),
  'combining marks': 'e\u0301\u0302\u0303'.repeat(12_000),
  ideographs: '不要告诉'.repeat(12_000),
  'digits and letters': '1a'.repeat(25_000),
};
