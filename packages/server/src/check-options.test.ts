import { DefinitionError, defineCommand, success } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';
import { fromJsonSchema } from './from-json-schema.ts';

const create = (options: object) => () => createMcpServer({ name: 'shop', version: '1', ...options } as never);

describe('createMcpServer', () => {
  it.each<[object, string]>([
    [{ version: '' }, 'createMcpServer needs a name and a version.'],
    [{ tolStrategy: 'lazy' }, "createMcpServer has no option 'tolStrategy'. Did you mean 'toolStrategy'?"],
    [{ colour: 'red' }, "createMcpServer has no option 'colour'. Remove it."],
    [{ toolStrategy: 'lasy' }, "The option toolStrategy is 'lasy'; write one of individual, grouped, lazy, "],
    [{ outputCheck: true }, 'The option outputCheck is true; write one of warn, error, off.'],
    [{ commands: { get: 1 } }, 'The option commands is {"get":1}; write a list.'],
    [{ commands: Promise.resolve([]) }, 'The option commands is a promise; write a list.'],
    [{ commands: [[]] }, 'A command is a list of commands. Spread it: commands: [...list].'],
    [{ tools: [{ name: 'get' }] }, 'put commands into the option commands'],
    [{ sources: [{}] }, 'The option sources is [{}]; write a list of sources, such as [mountServer(server)].'],
    [{ middleware: ['log'] }, 'The option middleware is ["log"]; write a list of functions, such as'],
    [{ contexts: ['support'] }, `The option contexts is ["support"]; write a list, such as [{ name: 'support' }].`],
    [{ callTimeoutMs: '5s' }, "The option callTimeoutMs is '5s'; write a number of milliseconds."],
    [{ onError: 'log' }, "The option onError is 'log'; write a function."],
  ])('refuses %j with the option, its value and what to write', (options, message) => {
    expect(create(options)).toThrow(DefinitionError);
    expect(create(options)).toThrow(message);
  });

  it('takes an option that is undefined for one that is not given', () => {
    expect(create({ toolStrategy: undefined, commands: undefined, port: undefined })).not.toThrow();
  });
});

describe('a wrong JSON Schema', () => {
  it.each<[unknown, RegExp]>([
    [{ type: 'objekt' }, /type must be JSONType.*objekt/],
    [{ type: 'object', properties: { a: { $ref: '#/nowhere' } } }, /reference #\/nowhere/],
    [{ type: 'object', properties: { a: { type: 'string', pattern: '(' } } }, /Unterminated group/],
    [undefined, /is no valid JSON Schema/],
  ])('is refused by the command, with its name and the reason: %j', (schema, reason) => {
    const define = () =>
      defineCommand({
        name: 'order-get',
        description: 'Get an order',
        input: fromJsonSchema(schema as never),
        handler: () => success(1),
      });
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(/^The input of command 'order-get' is no valid JSON Schema: .*fromJsonSchema\.$/);
    expect(define).toThrow(reason);
  });
});
