import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CLIENTS } from '@foldout/clients';
import { describe, expect, it } from 'vitest';

const PACKAGES = resolve(import.meta.dirname, '../packages');
const COMMENTS_AND_TEXTS = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g;
/** Fields that no code needs to read: `names` matches the client, and only the documentation shows the other two. */
const ORIGIN = ['names', 'measured', 'evidence'];

/** The source files outside of the table that work with facts of clients, without comments and texts. */
const READERS = readdirSync(PACKAGES)
  .filter((name) => name !== 'clients' && name !== 'dashboard')
  .flatMap((name) => readdirSync(join(PACKAGES, name, 'src'), { recursive: true, withFileTypes: true }))
  .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.test.ts'))
  .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8').replace(COMMENTS_AND_TEXTS, ''))
  .filter((text) => /\bfacts\b|\bClientFacts\b/.test(text));

const isRead = (fact: string): boolean => READERS.some((text) => new RegExp(`\\b${fact}\\b`).test(text));

/** The facts that the type has. */
function factsOfType(): string[] {
  const source = readFileSync(join(PACKAGES, 'clients/src/client.ts'), 'utf8');
  const [, body = ''] = /export interface ClientFacts \{([\s\S]*?)\n\}/.exec(source) ?? [];
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
}

describe('the facts about clients', () => {
  it('are all read by code outside of the table', () => {
    const facts = factsOfType();
    expect(facts.length).toBeGreaterThan(20);
    expect(facts.filter((fact) => !ORIGIN.includes(fact) && !isRead(fact))).toEqual([]);
    expect(isRead('speaksLatin')).toBe(false);
  });

  it('are each known of a client, so that the code that reads it runs', () => {
    const known = new Set(CLIENTS.flatMap(({ facts }) => Object.keys(facts ?? {})));
    expect(factsOfType().filter((fact) => !known.has(fact))).toEqual([]);
  });
});
