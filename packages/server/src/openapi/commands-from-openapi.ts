import {
  type Command,
  type CommandContext,
  type CommandResult,
  type CommandSchema,
  defineCommand,
  failure,
  type JsonObject,
} from '@foldout/core';
import { definedOnly } from '@foldout/core/internal';
import { buildRequest } from './build-request.ts';
import { checkOptions } from './check-options.ts';
import { type Credentials, RequestSigner } from './credentials.ts';
import { withNextPage } from './next-page.ts';
import { nameOf, UniqueNames } from './operation-name.ts';
import { OperationInput, outputSchemaOf } from './operation-schemas.ts';
import { type OpenApiOperation, type Operation, operationsOf } from './operations.ts';
import { readDocument } from './read-document.ts';
import { httpCode, readResponse } from './read-response.ts';
import { References } from './references.ts';
import { type Fetch, IDEMPOTENT, sendRequest } from './send-request.ts';
import { baseUrlOf } from './servers.ts';

export interface OpenApiOptions {
  /** Replaces the global `fetch`: for a proxy, a cache, or a test. */
  readonly fetch?: Fetch;
  /** Replaces the servers of the document. A document with relative servers, or with none, needs it or `documentUrl`. */
  readonly baseUrl?: string;
  /** Where the document came from: its relative servers start there. */
  readonly documentUrl?: string;
  /** Credentials by the name of their security scheme, or a function. They go to the API and nowhere else. */
  readonly auth?: Credentials;
  /** Which operations become commands. Default: all. */
  readonly include?: (operation: OpenApiOperation) => boolean;
  /** The name of a command. Default: the operation id, or method and path. */
  readonly naming?: (operation: OpenApiOperation) => string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The time limit of a request. */
  readonly timeoutMs?: number;
  /** Retries after a temporary failure, of requests that are idempotent (not POST, not PATCH). */
  readonly retries?: number;
  /** The longest answer that is read. */
  readonly maxResponseBytes?: number;
  /** Receives what is wrong with the document, such as a reference that leads nowhere. Default: nothing happens. */
  readonly onProblem?: (message: string) => void;
}

export const OPENAPI_DEFAULTS = {
  timeoutMs: 30_000,
  retries: 2,
  maxResponseBytes: 10_485_760,
} as const satisfies Partial<OpenApiOptions>;

const MAX_SUMMARY = 80;
const MAX_DESCRIPTION = 2_000;
const MAX_EXAMPLES = 2;

/**
 * A command for every operation of an OpenAPI document (2.0, 3.0 or 3.1). The document is a parsed object; references to
 * other documents are not followed.
 */
export function commandsFromOpenApi(document: unknown, options: OpenApiOptions = {}): Command[] {
  checkOptions(options);
  const { include = () => true, naming = nameOf, onProblem = () => {} } = options;
  const read = readDocument(document);
  const references = new References(read, onProblem);
  const signer = new RequestSigner(read, references, options.auth);
  const names = new UniqueNames();
  return operationsOf(read, references)
    .filter(include)
    .map((operation) => {
      const name = names.take(naming(operation));
      return commandOf({
        name,
        operation,
        references,
        signer,
        options: { ...OPENAPI_DEFAULTS, ...definedOnly(options) },
      });
    });
}

interface CommandParts {
  readonly name: string;
  readonly operation: Operation;
  readonly references: References;
  readonly signer: RequestSigner;
  readonly options: OpenApiOptions & Required<Pick<OpenApiOptions, keyof typeof OPENAPI_DEFAULTS>>;
}

function commandOf(parts: CommandParts): Command {
  const { name, operation, references } = parts;
  const input = new OperationInput(operation, references);
  const output = outputSchemaOf(operation, references);
  const base = {
    name,
    ...textsOf(operation),
    ...(operation.tags[0] !== undefined && { category: operation.tags[0], tags: operation.tags }),
    ...effectsOf(operation.method),
    ...(operation.deprecated && { deprecated: true }),
    errors: errorCodesOf(operation),
    examples: examplesOf(operation, input),
    input: input.schema,
    handler: (given: unknown, context: CommandContext) => call(parts, input, given as JsonObject, context),
  };
  return output ? defineCommand<CommandSchema, CommandSchema>({ ...base, output }) : defineCommand(base);
}

function textsOf({ summary, description, method, path }: Operation) {
  const line = summary?.replaceAll(/\s+/g, ' ');
  const full = [line, description === summary ? undefined : description].filter(Boolean).join('\n\n');
  return {
    description: (full || `${method} ${path}`).slice(0, MAX_DESCRIPTION),
    ...(line && line.length <= MAX_SUMMARY && { summary: line }),
  };
}

/** What the method promises (RFC 9110, 9.2). A POST may do anything but destroy: nothing in HTTP says that it does. */
function effectsOf(method: string) {
  const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE';
  if (reads) return { mutation: false, annotations: { readOnlyHint: true, openWorldHint: true } };
  const destructive = method === 'DELETE';
  const annotations = { destructiveHint: destructive, idempotentHint: IDEMPOTENT.has(method), openWorldHint: true };
  return { mutation: true, destructive, annotations };
}

function errorCodesOf({ responses }: Operation): string[] {
  return Object.keys(responses).flatMap((status) => {
    const code = /^[45]\d\d$/.test(status) ? Number(status) : 0;
    return code === 0 || [429, 502, 503, 504].includes(code) ? [] : [httpCode(code)];
  });
}

/** Examples of the body that fit the input schema. A document may have others. */
function examplesOf(operation: Operation, input: OperationInput): { title: string; input: JsonObject }[] {
  const required = operation.parameters.some((parameter) => parameter.required);
  if (operation.examples.length === 0 || required || operation.body === undefined) return [];
  const { body } = input.plan;
  if (!body) return [];
  const inputs = operation.examples.map(({ title, body: value }) => ({
    title,
    input: ('field' in body ? { [body.field]: value } : value) as JsonObject,
  }));
  const fitting = inputs.filter((example) => {
    const checked = input.schema['~standard'].validate(example.input);
    return !(checked instanceof Promise) && !checked.issues;
  });
  return fitting.slice(0, MAX_EXAMPLES);
}

async function call(
  { name, operation, signer, options }: CommandParts,
  { plan }: OperationInput,
  input: JsonObject,
  context: CommandContext,
): Promise<CommandResult> {
  const base = baseUrlOf(operation.server, options);
  if (!base) return noServer(name, operation);
  let request: ReturnType<typeof buildRequest>;
  try {
    request = buildRequest(operation, plan, base, input);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `Invalid input for '${name}': ${error.message}`;
    return failure({ code: 'VALIDATION_ERROR', message, suggestion: 'Correct the input and call it again.' });
  }
  for (const [header, value] of Object.entries(options.headers ?? {})) request.headers.set(header, value);
  const missing = await signer.sign(request, operation.security, context);
  if (missing) return noCredentials(name, missing);
  const { fetch = globalThis.fetch, timeoutMs, retries, maxResponseBytes } = options;
  try {
    const response = await sendRequest(request, { fetch, timeoutMs, retries, signal: context.signal });
    const result = await readResponse(response, { name, maxBytes: maxResponseBytes });
    return withNextPage(result, response, { name, input, plan, url: request.url }, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return unreachable(name, operation.method, base, timeoutMs, error);
  }
}

function noServer(name: string, { server }: Operation): CommandResult {
  const seen =
    server === undefined ? 'names no server' : `names the server '${server.slice(0, 200)}', which is no complete URL`;
  return failure({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `'${name}' cannot be called: its OpenAPI document ${seen}`,
    suggestion: 'The operator has to set baseUrl to the URL of the API.',
    retryable: false,
  });
}

function noCredentials(name: string, schemes: readonly string[]): CommandResult {
  return failure({
    code: 'CREDENTIALS_MISSING',
    message: `'${name}' needs credentials for ${schemes.join(' or ')}, and this server has none`,
    suggestion: 'Report the error: the operator has to set them.',
  });
}

/** Errors of `fetch` are not repeated as they are: they may contain the URL, and with it an API key. */
function unreachable(name: string, method: string, base: URL, timeoutMs: number, error: unknown): CommandResult {
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const reason = timedOut ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
  const repeatable = IDEMPOTENT.has(method);
  return failure({
    code: timedOut ? 'TIMEOUT' : 'UPSTREAM_UNAVAILABLE',
    message: `'${name}' failed: the API at ${base.host} ${reason}${repeatable ? '' : '. It may have done its work'}`,
    suggestion: repeatable ? 'Call it again later.' : 'Check what the API has done before you call it again.',
    retryable: repeatable,
  });
}
