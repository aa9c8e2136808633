import { DefinitionError } from '@foldout/core';
import { checkNamedOptions, isObject, type OptionCheck } from '@foldout/core/internal';
import type { OpenApiOptions } from './commands-from-openapi.ts';

const text: OptionCheck = [(value) => typeof value === 'string', 'a text'];
const callback: OptionCheck = [(value) => typeof value === 'function', 'a function'];
const amount: OptionCheck = [(value) => typeof value === 'number' && value >= 0, 'a number'];

const OPTIONS: Readonly<Record<keyof OpenApiOptions, OptionCheck>> = {
  fetch: callback,
  baseUrl: text,
  documentUrl: text,
  auth: [() => true, ''],
  include: callback,
  naming: callback,
  headers: [isObject, 'an object'],
  timeoutMs: amount,
  retries: amount,
  maxResponseBytes: amount,
  onProblem: callback,
};

/** Throws a `DefinitionError` for an option that does not exist, or whose value cannot be used. */
export function checkOptions(options: OpenApiOptions): void {
  const { auth } = options;
  // The message leaves the value out: it may be a credential.
  if (auth !== undefined && !isObject(auth) && typeof auth !== 'function') {
    throw new DefinitionError(
      `The option auth is a ${typeof auth}. Write { <name of the security scheme>: credential }, or a function.`,
    );
  }
  checkNamedOptions('commandsFromOpenApi', options, OPTIONS);
}
