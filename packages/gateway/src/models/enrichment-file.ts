import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtraWords, extraWordsByDefinition } from '@foldout/core/internal';
import { z } from 'zod';
import { OWNER_ONLY, writeAtomically } from '../config/atomic-file.ts';

const MOST_LINES = 20;
const LONGEST_LINE = 300;
const content = z.object({
  version: z.literal(1),
  /** Requests by the hash of the definition that they were written for. */
  requests: z.record(z.string(), z.array(z.string().max(LONGEST_LINE)).max(MOST_LINES)),
});

/** Requests by definition hash, as `foldout enrich` keeps them in the state folder. */
export type Enrichment = ReadonlyMap<string, readonly string[]>;

export function enrichmentFile(folder: string): string {
  return join(folder, 'enrichment.json');
}

/** Empty if there is no such file, or if it is damaged: search then works without it. */
export function readEnrichment(folder: string): Enrichment {
  try {
    const { requests } = content.parse(JSON.parse(readFileSync(enrichmentFile(folder), 'utf8')));
    return new Map(Object.entries(requests));
  } catch {
    return new Map();
  }
}

export async function writeEnrichment(folder: string, enrichment: Enrichment): Promise<void> {
  const requests = Object.fromEntries([...enrichment].sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeAtomically(enrichmentFile(folder), `${JSON.stringify({ version: 1, requests }, null, 1)}\n`, {
    mode: OWNER_ONLY,
  });
}

/** What search reads beside the definitions. */
export function extraWordsIn(folder: string): ExtraWords {
  return extraWordsByDefinition(readEnrichment(folder));
}
