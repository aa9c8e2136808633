import { parseGuestJson } from './call-answer.ts';
import { problemError } from './code-errors.ts';
import type { CodeError } from './contract.ts';

/** Parses the return value of a script. The guest may have written invalid JSON. */
export function readValue(json: string | undefined): { readonly value: unknown; readonly error?: CodeError } {
  if (json === undefined) return { value: undefined };
  try {
    return { value: parseGuestJson(json) };
  } catch (error) {
    const message =
      error instanceof RangeError
        ? 'The return value of the script is nested too deeply'
        : 'The return value of the script is not valid JSON';
    return { value: undefined, error: problemError({ kind: 'error', name: '', message }) };
  }
}
