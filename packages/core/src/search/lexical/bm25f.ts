import { termsOfName, termsOfText } from '../text/terms.ts';
import { FIELDS, type Field, type ToolText } from '../tool-text.ts';

interface FieldSetting {
  readonly weight: number;
  /** BM25's b: strength of the field length normalization, from 0 (none) to 1 (full). */
  readonly lengthPenalty: number;
  /** Assumed average field length in words. A constant, so that adding one tool does not change the postings of others. */
  readonly usualLength: number;
}

/** BM25's k1: saturation of the term frequency. */
const SATURATION = 1.6;
const FIELD_SETTINGS: Readonly<Record<Field, FieldSetting>> = {
  name: { weight: 3, lengthPenalty: 0.3, usualLength: 3 },
  title: { weight: 1.5, lengthPenalty: 0.3, usualLength: 3 },
  aliases: { weight: 3, lengthPenalty: 0.2, usualLength: 4 },
  server: { weight: 2, lengthPenalty: 0, usualLength: 2 },
  tags: { weight: 1.5, lengthPenalty: 0.3, usualLength: 4 },
  category: { weight: 0.5, lengthPenalty: 0.3, usualLength: 2 },
  summary: { weight: 1, lengthPenalty: 0.5, usualLength: 8 },
  description: { weight: 0.7, lengthPenalty: 0.7, usualLength: 18 },
  parameters: { weight: 0.5, lengthPenalty: 0.6, usualLength: 6 },
  parameterTexts: { weight: 0.3, lengthPenalty: 0.7, usualLength: 40 },
  requests: { weight: 0.7, lengthPenalty: 0.7, usualLength: 18 },
};

/** Fields that keep their stop words: `log_in` without `in` is another name. */
const NAME_FIELDS: ReadonlySet<Field> = new Set<Field>(['name', 'aliases', 'server']);

export function termsOfField(field: Field, text: string): string[] {
  if (text === '') return [];
  return NAME_FIELDS.has(field) ? termsOfName(text) : termsOfText(text);
}

/** The fields of a tool that contain a term, as bits. */
export const IN_FIELD: Readonly<Record<Field, number>> = {
  name: 1,
  aliases: 1,
  title: 2,
  server: 4,
  tags: 8,
  category: 8,
  summary: 16,
  description: 16,
  parameters: 32,
  parameterTexts: 64,
  requests: 16,
};

/** The terms of a tool: for each its BM25F weight without the inverse document frequency, and the fields that contain it. */
export interface ToolTerms {
  readonly weights: ReadonlyMap<string, number>;
  readonly fields: ReadonlyMap<string, number>;
}

export function termsOfTool(text: ToolText): ToolTerms {
  const weights = new Map<string, number>();
  const fields = new Map<string, number>();
  for (const field of FIELDS) {
    const terms = termsOfField(field, text[field]);
    if (terms.length === 0) continue;
    const share = occurrenceWeight(FIELD_SETTINGS[field], terms.length);
    const bit = IN_FIELD[field];
    for (const term of terms) {
      weights.set(term, (weights.get(term) ?? 0) + share);
      fields.set(term, (fields.get(term) ?? 0) | bit);
    }
  }
  for (const [term, weight] of weights) weights.set(term, (weight * (SATURATION + 1)) / (SATURATION + weight));
  return { weights, fields };
}

/** The weight of one occurrence in a field of this length. */
function occurrenceWeight(setting: FieldSetting, length: number): number {
  const { weight, lengthPenalty, usualLength } = setting;
  return weight / (1 - lengthPenalty + (lengthPenalty * length) / usualLength);
}

export function inverseDocumentFrequency(documentFrequency: number, total: number): number {
  return Math.log(1 + (total - documentFrequency + 0.5) / (documentFrequency + 0.5));
}
