/** Details of a call that `Words.call` writes. */
export interface NextCall {
  /** The input of the call. `…` stands for an input that the caller has to fill in. */
  readonly input?: Readonly<Record<string, unknown>> | '…';
  /** The risk of the command, where the caller has one call tool per risk. */
  readonly risk?: 'read' | 'write' | 'destructive' | undefined;
}

/**
 * How a caller does the next step. Errors and hints are written with it, so they name only what this caller can call, in
 * the names of its surface. A method returns undefined if the caller cannot do that step.
 */
export interface Words {
  /** A sentence without its period: how to see which commands there are. */
  find(): string | undefined;
  /** A sentence without its period: how to see the input of a command. */
  describe(name: string): string | undefined;
  /** The call of a command, as the caller writes it: `afd-call {"command":"x"}`. */
  call(name: string, call?: NextCall): string | undefined;
  /** The call that returns the next part of a result that was cut. */
  more(cursor: string): string | undefined;
  /** A sentence without its period: how to get a shorter result of a command. */
  less(): string | undefined;
  /** A sentence without its period: how to make a context active for a command. */
  enterContext(context: string, risk?: NextCall['risk']): string | undefined;
}

/** A call as `tool {arguments as JSON}`; an input of `…` is written as `{…}`. */
export function callText(tool: string, args: Readonly<Record<string, unknown>> | '…' = {}): string {
  if (args === '…') return `${tool} {…}`;
  return Object.keys(args).length === 0 ? tool : `${tool} ${JSON.stringify(args).replace('"…"', '{…}')}`;
}

/** The words of the meta-tools, for callers that have no words of their own. */
export const META_WORDS: Words = {
  find: () => 'Use afd-discover to list all commands',
  describe: (name) => `Call afd-detail with command '${name}' to see the expected input schema`,
  call: (name, { input, risk } = {}) =>
    callText(risk ? `afd-call-${risk}` : 'afd-call', { command: name, ...(input && { input }) }),
  more: (cursor) => callText('afd-call', { command: 'afd-more', input: { cursor } }),
  less: () => 'Pass select to afd-call to get fewer fields, or where: {field: value, $limit: 20} to get fewer items',
  enterContext: (context) => `Pass context: '${context}' to afd-call`,
};

/** The hint how to run the best hit of a search, as a field of the result. */
export function howToCall(
  name: string | undefined,
  words: Words | undefined,
): { readonly suggestions?: readonly string[] } {
  const call = name === undefined ? undefined : words?.call(name, { input: '…' });
  return call ? { suggestions: [`Call it with ${call}`] } : {};
}
