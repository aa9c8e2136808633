import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DirectClient } from '@foldout/core';
import { convertSchema } from '@foldout/core/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMcpServer } from '../create-mcp-server.ts';
import { commandsFromOpenApi, type OpenApiOptions } from './index.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const seen: Seen[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let baseUrl: string;

/** An API on loopback that records every request. */
const api = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString('latin1') });
    answer(response, request);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});
beforeEach(() => {
  seen.length = 0;
  answer = (response) => json(response, 200, { ok: true });
});

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

type Paths = Record<string, Record<string, unknown>>;

function clientOf(paths: Paths, options: OpenApiOptions = {}, rest: Record<string, unknown> = {}): DirectClient {
  const document = { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths, ...rest };
  return new DirectClient(
    createMcpServer({ name: 'api', version: '1', commands: commandsFromOpenApi(document, { baseUrl, ...options }) }),
  );
}

/** The path and query that a parameter is sent with. */
async function urlFor(parameter: Record<string, unknown>, value: unknown): Promise<string | undefined> {
  const path = parameter['in'] === 'path' ? '/a/{p}/z' : '/a';
  const client = clientOf({
    [path]: { get: { operationId: 'op', parameters: [{ name: 'p', schema: {}, ...parameter }] } },
  });
  const result = await client.call('op', { p: value });
  expect(result.error).toBeUndefined();
  return seen[0]?.url.replace('/v1', '');
}

const LIST = ['blue', 'black'];
const COLOR = { R: 100, G: 200 };

describe('a parameter in the path', () => {
  it.each([
    [{ style: 'simple' }, 'blue', '/a/blue/z'],
    [{ style: 'simple' }, 'a/b?c#d ü', '/a/a%2Fb%3Fc%23d%20%C3%BC/z'],
    [{ style: 'simple' }, LIST, '/a/blue,black/z'],
    [{ style: 'simple' }, COLOR, '/a/R,100,G,200/z'],
    [{ style: 'simple', explode: true }, COLOR, '/a/R=100,G=200/z'],
    [{ style: 'label' }, 'blue', '/a/.blue/z'],
    [{ style: 'label', explode: true }, LIST, '/a/.blue.black/z'],
    [{ style: 'label' }, LIST, '/a/.blue,black/z'],
    [{ style: 'label', explode: true }, COLOR, '/a/.R=100.G=200/z'],
    [{ style: 'matrix' }, 'blue', '/a/;p=blue/z'],
    [{ style: 'matrix' }, LIST, '/a/;p=blue,black/z'],
    [{ style: 'matrix', explode: true }, LIST, '/a/;p=blue;p=black/z'],
    [{ style: 'matrix', explode: true }, COLOR, '/a/;R=100;G=200/z'],
  ])('of the style %j is written with %j', async (style, value, expected) => {
    expect(await urlFor({ in: 'path', required: true, ...style }, value)).toBe(expected);
  });

  it.each(['..', '.', ''])('cannot lead to another path: %j', async (value) => {
    const client = clientOf({ '/a/{p}/z': { get: { operationId: 'op' } } });
    expect((await client.call('op', { p: value })).error?.code).toBe('VALIDATION_ERROR');
    expect(seen).toEqual([]);
  });
});

describe('a parameter in the query', () => {
  it.each([
    [{}, 'a&b=c', '/a?p=a%26b%3Dc'],
    [{}, LIST, '/a?p=blue&p=black'],
    [{ explode: false }, LIST, '/a?p=blue,black'],
    [{}, COLOR, '/a?R=100&G=200'],
    [{ explode: false }, COLOR, '/a?p=R,100,G,200'],
    [{ style: 'spaceDelimited', explode: false }, LIST, '/a?p=blue%20black'],
    [{ style: 'pipeDelimited', explode: false }, LIST, '/a?p=blue%7Cblack'],
    [{ style: 'deepObject', explode: true }, { a: 1, b: { c: 2 } }, '/a?p[a]=1&p[b][c]=2'],
    [{ allowReserved: true }, '/x?y&z', '/a?p=/x?y%26z'],
    [{ schema: undefined, content: { 'application/json': { schema: {} } } }, { a: 1 }, '/a?p=%7B%22a%22%3A1%7D'],
  ])('of the style %j is written with %j', async (style, value, expected) => {
    expect(await urlFor({ in: 'query', ...style }, value)).toBe(expected);
  });
});

it('sends headers and cookies', async () => {
  const parameters = [
    { name: 'X-Tags', in: 'header', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'session', in: 'cookie', schema: { type: 'string' } },
    { name: 'Authorization', in: 'header', schema: { type: 'string' } },
  ];
  const client = clientOf({ '/a': { get: { operationId: 'op', parameters } } });
  await client.call('op', { 'X-Tags': LIST, session: 'a;b' });
  expect(seen[0]?.headers).toMatchObject({ 'x-tags': 'blue,black', cookie: 'session=a%3Bb' });
  const refused = await client.call('op', { Authorization: 'mine' });
  expect(refused.error?.code).toBe('VALIDATION_ERROR');
  expect((await client.call('op', { 'X-Tags': ['a\r\nX-Evil: 1'] })).error?.code).toBe('VALIDATION_ERROR');
});

describe('a body', () => {
  const bodyOf = (mediaType: string, schema: unknown, more: Record<string, unknown> = {}) => ({
    '/a/{id}': {
      post: {
        operationId: 'op',
        requestBody: { required: true, content: { [mediaType]: { schema, ...more } } },
      },
    },
  });
  const PERSON = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  };

  it('of a plain object is given as fields beside the parameters', async () => {
    const client = clientOf(bodyOf('application/json', PERSON));
    await client.call('op', { id: '7', name: 'Ada', age: 36 });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/a/7', body: '{"name":"Ada","age":36}' });
    expect(seen[0]?.headers['content-type']).toBe('application/json');
    const wrong = await client.call('op', { id: '7', name: 'Ada', yaers: 36 });
    expect(wrong.error?.code).toBe('VALIDATION_ERROR');
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['a list', { type: 'array', items: { type: 'string' } }, ['a']],
    ['a choice', { oneOf: [PERSON, { type: 'object', properties: { firm: { type: 'string' } } }] }, { firm: 'x' }],
    ['an object with a field of a parameter', { type: 'object', properties: { id: { type: 'string' } } }, { id: '1' }],
  ])('that is %s is one field', async (_what, schema, body) => {
    await clientOf(bodyOf('application/json', schema)).call('op', { id: '7', body });
    expect(seen[0]?.body).toBe(JSON.stringify(body));
  });

  it('of a form is percent-encoded', async () => {
    const schema = {
      type: 'object',
      properties: { q: { type: 'string' }, tags: { type: 'array' }, deep: { type: 'object' } },
    };
    const more = { encoding: { deep: { style: 'deepObject', explode: true } } };
    await clientOf(bodyOf('application/x-www-form-urlencoded', schema, more)).call('op', {
      id: '7',
      q: 'a&b c',
      tags: LIST,
      deep: { x: 1 },
    });
    expect(seen[0]?.body).toBe('q=a%26b%20c&tags=blue&tags=black&deep[x]=1');
    expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('of a multipart form carries files, given as base64', async () => {
    const schema = {
      type: 'object',
      properties: { note: { type: 'string' }, file: { type: 'string', format: 'binary' }, meta: { type: 'object' } },
    };
    const paths = bodyOf('multipart/form-data', schema, { encoding: { file: { contentType: 'text/plain' } } });
    const client = clientOf(paths);
    await client.call('op', { id: '7', note: 'hi', file: btoa('bytes'), meta: { a: 1 } });
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const body = seen[0]?.body.replaceAll('\r\n', '\n') ?? '';
    expect(body).toContain('name="note"\n\nhi\n');
    expect(body).toContain('name="file"; filename="file"\nContent-Type: text/plain\n\nbytes\n');
    expect(body).toContain('Content-Type: application/json\n\n{"a":1}\n');
    const wrong = await client.call('op', { id: '7', file: 'not base64!' });
    expect(wrong.error?.message).toContain("'file' is not base64");
  });

  it('of another media type is sent as text or as bytes', async () => {
    await clientOf(bodyOf('text/plain', { type: 'string' })).call('op', { id: '7', body: 'plain' });
    await clientOf(bodyOf('application/octet-stream', { type: 'string' })).call('op', { id: '7', body: btoa('raw') });
    expect(seen.map(({ body }) => body)).toEqual(['plain', 'raw']);
  });

  it('that only the API writes is no input', () => {
    const body = {
      type: 'object',
      properties: { secret: { type: 'string', readOnly: true }, name: { type: 'string' } },
      required: ['secret'],
    };
    const document = { openapi: '3.0.3', paths: bodyOf('application/json', body) };
    const [command] = commandsFromOpenApi(document);
    const schema = convertSchema(command?.input as never, 'input');
    expect(schema).toMatchObject({ properties: { id: { type: 'string' }, name: {} }, required: ['id'] });
    expect(schema['properties']).not.toHaveProperty('secret');
  });
});

describe('credentials', () => {
  const components = {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      queryKey: { type: 'apiKey', in: 'query', name: 'key' },
      cookieKey: { type: 'apiKey', in: 'cookie', name: 'sid' },
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      oauth: { type: 'oauth2', flows: {} },
    },
  };
  const secured = (security: unknown, auth: OpenApiOptions['auth']) =>
    clientOf({ '/a': { get: { operationId: 'op', security } } }, auth ? { auth } : {}, { components });

  it.each([
    ['key', 's3cret', { 'x-key': 's3cret' }, '/v1/a'],
    ['queryKey', 's3cret', {}, '/v1/a?key=s3cret'],
    ['cookieKey', 's3cret', { cookie: 'sid=s3cret' }, '/v1/a'],
    [
      'basic',
      { username: 'ada', password: 'pä' },
      { authorization: `Basic ${Buffer.from('ada:pä').toString('base64')}` },
      '/v1/a',
    ],
    ['bearer', 't0ken', { authorization: 'Bearer t0ken' }, '/v1/a'],
    ['oauth', 't0ken', { authorization: 'Bearer t0ken' }, '/v1/a'],
  ] as const)('of the scheme %s are sent', async (name, credential, headers, url) => {
    await secured([{ [name]: [] }], { [name]: credential }).call('op');
    expect(seen[0]).toMatchObject({ url, headers });
  });

  it('come from a function that knows the scheme, its scopes and who calls', async () => {
    const asked: unknown[] = [];
    const client = secured([{ oauth: ['read'] }], async (scheme, context) => {
      asked.push(scheme, context.auth?.clientId);
      return 'fresh';
    });
    await client.call('op', {}, { auth: { token: 'x', clientId: 'ada', scopes: [] } });
    expect(asked).toEqual([{ name: 'oauth', type: 'oauth2', scheme: undefined, scopes: ['read'] }, 'ada']);
    expect(seen[0]?.headers.authorization).toBe('Bearer fresh');
  });

  it('are taken from the first alternative that is complete', async () => {
    await secured([{ key: [], basic: [] }, { bearer: [] }], { key: 'half', bearer: 't0ken' }).call('op');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer t0ken' });
    expect(seen[0]?.headers).not.toHaveProperty('x-key');
  });

  it('that are missing stop the request, unless they are optional', async () => {
    const result = await secured([{ key: [] }, { oauth: [] }], undefined).call('op');
    expect(result.error).toMatchObject({
      code: 'CREDENTIALS_MISSING',
      message: expect.stringContaining('key or oauth'),
    });
    expect(seen).toEqual([]);
    await secured([{ key: [] }, {}], undefined).call('op');
    expect(seen).toHaveLength(1);
  });

  it('never follow a redirect to another host', async () => {
    answer = (response) => response.writeHead(302, { location: 'http://localhost:1/steal' }).end();
    const result = await secured([{ key: [] }], { key: 's3cret' }).call('op');
    expect(result.error?.code).toBe('HTTP_302');
    answer = (response, { url }) => {
      if (url === '/v1/a') response.writeHead(302, { location: '/moved' }).end();
      else json(response, 200, { moved: true });
    };
    expect((await secured([{ key: [] }], { key: 's3cret' }).call('op')).data).toEqual({ moved: true });
  });

  it('are in no error', async () => {
    const paths = { '/a': { get: { operationId: 'op', security: [{ queryKey: [] }] } } };
    const fetch = async (url: URL): Promise<Response> => Promise.reject(new TypeError(`fetch failed: ${url.href}`));
    const result = await clientOf(paths, { auth: { queryKey: 's3cret' }, fetch, retries: 0 }, { components }).call(
      'op',
    );
    expect(result.error?.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });
});

describe('a temporary failure', () => {
  const paths = Object.fromEntries(
    ['get', 'put', 'delete', 'post', 'patch'].map((method) => [`/${method}`, { [method]: { operationId: method } }]),
  );

  it.each([
    ['get', 3],
    ['put', 3],
    ['delete', 3],
    ['post', 1],
    ['patch', 1],
  ])('of %s makes %i requests', async (name, requests) => {
    answer = (response) => json(response, 503, { message: 'busy' }, { 'retry-after': '0' });
    const result = await clientOf(paths).call(name);
    expect(result.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', message: expect.stringContaining('busy') });
    expect(seen).toHaveLength(requests);
  });

  it('ends with the answer of the retry', async () => {
    answer = (response) =>
      json(response, seen.length === 1 ? 502 : 200, { attempt: seen.length }, { 'retry-after': '0' });
    expect((await clientOf(paths).call('get')).data).toEqual({ attempt: 2 });
  });

  it('with a long Retry-After is the answer', async () => {
    answer = (response) => json(response, 429, {}, { 'retry-after': '3600' });
    const { error } = await clientOf(paths).call('get');
    expect(error).toMatchObject({ code: 'RATE_LIMITED', suggestion: 'Call it again in 3600 s.' });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['get', true],
    ['post', false],
  ])('without an answer to %s says whether to repeat it', async (name, retryable) => {
    answer = () => {};
    const { error } = await clientOf(paths, { timeoutMs: 50, retries: 0 }).call(name);
    expect(error?.code).toBe('TIMEOUT');
    expect(error?.retryable ?? false).toBe(retryable);
  });
});

describe('an answer', () => {
  const paths = {
    '/a': { get: { operationId: 'op', parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }] } },
  };

  it('that is an error keeps the words of the API', async () => {
    answer = (response) => json(response, 422, { errors: [{ detail: 'name is taken' }] });
    const { error } = await clientOf(paths).call('op');
    expect(error).toMatchObject({
      code: 'HTTP_422',
      message: "'op' failed: HTTP 422: name is taken",
      details: { status: 422 },
    });
  });

  it('of another type is text, base64 or an image', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b');
    expect((await clientOf(paths).call('op')).data).toBe('a,b');
    answer = (response) => response.writeHead(200, { 'content-type': 'application/zip' }).end(Buffer.from([255, 0]));
    expect((await clientOf(paths).call('op')).data).toEqual({ contentType: 'application/zip', base64: '/wA=' });
    answer = (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 80]));
    expect((await clientOf(paths).call('op')).data).toEqual([{ type: 'image', data: 'iVA=', mimeType: 'image/png' }]);
    answer = (response) => response.writeHead(204).end();
    expect((await clientOf(paths).call('op')).data).toBeNull();
  });

  it('that is too long is refused', async () => {
    answer = (response) => response.writeHead(200).end('x'.repeat(2_000));
    const { error } = await clientOf(paths, { maxResponseBytes: 1_000 }).call('op');
    expect(error?.message).toContain('longer than 1000 bytes');
  });

  it('with a next page says how to call it', async () => {
    const link = `<${baseUrl}/a?page=2>; rel="next", <${baseUrl}/a?page=9>; rel="last"`;
    answer = (response) => json(response, 200, [1], { link });
    const result = await clientOf(paths).call('op', { page: 1 });
    expect(result.suggestions).toEqual(['Next page: call("op", {"page":2})']);
    answer = (response) => json(response, 200, [1], { link: '<http://elsewhere.example/a?page=2>; rel="next"' });
    expect(await clientOf(paths).call('op')).not.toHaveProperty('suggestions');
  });
});

describe('a command', () => {
  const paths = {
    '/pets': {
      parameters: [{ name: 'org', in: 'query', schema: { type: 'string' } }],
      get: {
        operationId: 'pets/list all',
        summary: 'List the pets',
        tags: ['Pets', 'public'],
        responses: { 404: {}, 503: {} },
      },
      post: { deprecated: true, description: 'Adds a pet.' },
      delete: { operationId: 'afd-call' },
    },
    '/pets/{petId}': { put: { operationId: 'pets-list-all' } },
  };
  const commands = commandsFromOpenApi({ openapi: '3.0.0', paths }, { baseUrl: 'http://127.0.0.1' });
  const [list, add, remove, replace] = commands;

  it('has a name that clients take', () => {
    expect(commands.map(({ name }) => name)).toEqual(['pets-list-all', 'post-pets', 'api-afd-call', 'pets-list-all-2']);
  });

  it('has the texts, tags and errors of its operation', () => {
    expect(list).toMatchObject({
      summary: 'List the pets',
      category: 'Pets',
      tags: ['Pets', 'public'],
      errors: ['HTTP_404'],
    });
    expect(add).toMatchObject({ deprecated: true, description: 'Adds a pet.' });
  });

  it('has the risk of its method', () => {
    expect(list).toMatchObject({ mutation: false, annotations: { readOnlyHint: true } });
    expect(add).toMatchObject({ mutation: true, destructive: false, annotations: { idempotentHint: false } });
    expect(remove).toMatchObject({ mutation: true, destructive: true, annotations: { destructiveHint: true } });
    expect(replace).toMatchObject({ mutation: true, destructive: false, annotations: { idempotentHint: true } });
  });

  it('is left out or renamed on request', () => {
    const some = commandsFromOpenApi(
      { openapi: '3.0.0', paths },
      {
        include: ({ method }) => method === 'GET',
        naming: ({ tags, method }) => `${tags[0]}-${method.toLowerCase()}`,
      },
    );
    expect(some.map(({ name }) => name)).toEqual(['Pets-get']);
  });
});

describe('the options', () => {
  it.each<[object, string]>([
    [{ baseURL: 'https://a.example' }, "commandsFromOpenApi has no option 'baseURL'. Did you mean 'baseUrl'?"],
    [{ auth: 'secret' }, 'The option auth is a string. Write { <name of the security scheme>: credential }'],
    [{ include: ['getPet'] }, 'The option include is ["getPet"]; write a function.'],
  ])('refuse %j', (options, message) => {
    const document = { openapi: '3.0.0', info: { title: 'Pets', version: '1' }, paths: {} };
    expect(() => commandsFromOpenApi(document, options)).toThrow(message);
  });
});

describe('a document', () => {
  it.each([
    ['{}', 'is a text. Parse it first'],
    [{}, "has neither 'openapi' nor 'swagger'"],
    [{ swagger: '1.2' }, 'has the version 1.2'],
    [null, "has neither 'openapi' nor 'swagger'"],
  ])('%j is refused', (document, problem) => {
    expect(() => commandsFromOpenApi(document)).toThrow(problem);
  });

  it('with broken references keeps its operations, and names each reference once', () => {
    const problems: string[] = [];
    const schema = { $ref: './pet.yaml' };
    const get = {
      operationId: 'op',
      parameters: [{ name: 'a', in: 'query', schema }, { name: 'b', in: 'query', schema }, { $ref: '#/components/x' }],
    };
    const commands = commandsFromOpenApi(
      { openapi: '3.1.0', paths: { '/a': { get } } },
      { onProblem: (text) => problems.push(text) },
    );
    expect(commands).toHaveLength(1);
    expect(problems.sort()).toEqual([
      expect.stringContaining('#/components/x'),
      expect.stringContaining('@redocly/cli bundle'),
    ]);
  });

  it('without a complete server URL says what to set', async () => {
    const [command] = commandsFromOpenApi({
      openapi: '3.1.0',
      servers: [{ url: '/v2' }],
      paths: { '/a': { get: { operationId: 'op' } } },
    });
    const server = createMcpServer({ name: 'a', version: '1', commands: command ? [command] : [] });
    expect((await new DirectClient(server).call('op')).error?.message).toContain(
      "the server '/v2', which is no complete URL",
    );
  });

  it('takes the most specific server, with the defaults of its variables', async () => {
    const { port } = new URL(baseUrl);
    const servers = [
      {
        url: 'http://{host}:{port}/{base}',
        variables: { host: { default: '127.0.0.1' }, port: { default: port }, base: { default: 'v9' } },
      },
    ];
    const paths = { '/a': { get: { operationId: 'op', servers } } };
    const commands = commandsFromOpenApi({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:1' }], paths });
    await new DirectClient(createMcpServer({ name: 'a', version: '1', commands })).call('op');
    expect(seen[0]?.url).toBe('/v9/a');
  });
});
