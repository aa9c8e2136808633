import { findSimilarTools } from '@foldout/core';
import { type CommandFailure, failure } from '@foldout/server';

/** Thrown by a rule that says no, from however deep: the command answers it, and nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly failure: CommandFailure;

  constructor(code: string, message: string, suggestion: string, details?: object, retryable = false) {
    super(message);
    this.failure = failure({ code, message, suggestion, ...(details && { details }), ...(retryable && { retryable }) });
  }
}

/** "Did you mean 'BlueLake'? …": the names most like the one given, before the general advice. */
export function didYouMean(given: string, known: readonly string[], otherwise: string): string {
  const similar = findSimilarTools(given, known).map((name) => `'${name}'`);
  return similar.length > 0 ? `Did you mean ${similar.join(' or ')}? Otherwise: ${otherwise}` : otherwise;
}
