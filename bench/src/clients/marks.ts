import { createHash, randomBytes } from 'node:crypto';

/**
 * Words that only a server can know: made at the start of a run and different in every run. A model that has such a
 * word was sent it as a tool result.
 */
export interface Secrets {
  readonly secret: string;
  /** The package sizes that `order_packing` accepts. */
  readonly sizes: readonly string[];
}

/** The shape of a package size, by which the scripted model recognizes one in an error. */
export const SIZE_WORD = /\bsize-[a-z]{6}\b/g;

export function newSecrets(): Secrets {
  return { secret: randomBytes(8).toString('hex'), sizes: [sizeWord(), sizeWord(), sizeWord()] };
}

/** The word that a tool puts into its answer to this argument. */
export function markOf({ secret }: Pick<Secrets, 'secret'>, tool: string, argument: string): string {
  return `mark-${createHash('sha256').update(`${secret} ${tool} ${argument}`).digest('hex').slice(0, 10)}`;
}

function sizeWord(): string {
  const letters = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return `size-${letters.join('')}`;
}
