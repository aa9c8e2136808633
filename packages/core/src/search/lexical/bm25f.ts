import { termsOfName, termsOfText } from '../text/terms.ts';
import { FIELDS, type Field, type ToolText } from '../tool-text.ts';

export interface FieldSetting {
  readonly weight: number;
  /** How much a long field is held against its words: 0 not at all, 1 fully. */
  readonly lengthPenalty: number;
  /** Words in an ordinary field of this kind. A constant, so that a posting depends on its own tool alone. */
  readonly usualLength: number;
}

export interface Bm25fSettings {
  readonly saturation: number;
  readonly fields: Readonly<Record<Field, FieldSetting>>;
}

export const BM25F_SETTINGS: Bm25fSettings = {
  saturation: 1.6,
  fields: {
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
  },
};

/** Terms in fields that are names keep their small words. */
const NAME_FIELDS: ReadonlySet<Field> = new Set<Field>(['name', 'aliases', 'server']);

export function termsOfField(field: Field, text: string): string[] {
  if (text === '') return [];
  return NAME_FIELDS.has(field) ? termsOfName(text) : termsOfText(text);
}

/** How strongly each term speaks for a tool, before it is known how rare the term is. */
export function termWeights(text: ToolText, settings: Bm25fSettings = BM25F_SETTINGS): Map<string, number> {
  const weights = new Map<string, number>();
  for (const field of FIELDS) {
    const terms = termsOfField(field, text[field]);
    if (terms.length === 0) continue;
    const share = fieldShare(settings.fields[field], terms.length);
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + share);
  }
  const k = settings.saturation;
  for (const [term, weight] of weights) weights.set(term, (weight * (k + 1)) / (k + weight));
  return weights;
}

/** What one occurrence is worth in a field of this length. */
export function fieldShare(setting: FieldSetting, length: number): number {
  const { weight, lengthPenalty, usualLength } = setting;
  return weight / (1 - lengthPenalty + (lengthPenalty * length) / usualLength);
}

export function rarity(holders: number, total: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}
