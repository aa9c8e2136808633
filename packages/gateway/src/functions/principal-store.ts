import { type CommandResult, failure, success } from '@foldout/core';
import type { ScriptStore } from '@foldout/workspace';
import type { Documents } from '../state/documents.ts';

/** Limits of what the scripts of one principal keep. */
const STORE_LIMITS = { keys: 1_000, keyChars: 200, valueChars: 64_000, totalChars: 1_000_000 } as const;

/** Key → value as JSON. */
type Values = Map<string, string>;

class OverQuota extends Error {}

/** What the scripts of a principal keep between runs: one document for each principal. */
export function principalStore(documents: Documents, principal: string): ScriptStore {
  const change = async (apply: (values: Values) => void): Promise<CommandResult> => {
    try {
      await documents.update('store', principal, (text) => {
        const values = valuesIn(text);
        apply(values);
        return values.size === 0 ? undefined : JSON.stringify([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
      });
      return success(undefined);
    } catch (error) {
      if (!(error instanceof OverQuota)) throw error;
      return failure({
        code: 'VALIDATION_ERROR',
        message: error.message,
        suggestion: 'Remove values with store.delete(key). store.keys() lists the keys.',
      });
    }
  };
  const load = async (): Promise<Values> => valuesIn(await documents.load('store', principal));
  return {
    get: async (key) => {
      const json = (await load()).get(key);
      return success(json === undefined ? undefined : JSON.parse(json));
    },
    set: (key, value) => change((values) => put(values, key, JSON.stringify(value) ?? 'null')),
    delete: (key) => change((values) => values.delete(key)),
    keys: async () => success([...(await load()).keys()]),
  };
}

function put(values: Values, key: string, json: string): void {
  if (key === '' || key.length > STORE_LIMITS.keyChars) {
    throw new OverQuota(`A key has 1 to ${STORE_LIMITS.keyChars} characters; this one has ${key.length}`);
  }
  if (json.length > STORE_LIMITS.valueChars) {
    throw new OverQuota(
      `The value of '${key}' has ${json.length} characters as JSON; the limit is ${STORE_LIMITS.valueChars}`,
    );
  }
  values.set(key, json);
  if (values.size > STORE_LIMITS.keys) throw new OverQuota(`The store is full: it holds ${STORE_LIMITS.keys} keys`);
  const total = [...values].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  if (total > STORE_LIMITS.totalChars) {
    throw new OverQuota(`The store is full: it holds ${STORE_LIMITS.totalChars} characters, and would need ${total}`);
  }
}

/** A damaged document counts as empty. */
function valuesIn(text: string | undefined): Values {
  try {
    return new Map(JSON.parse(text ?? '[]') as [string, string][]);
  } catch {
    return new Map();
  }
}
