import { estimateTokens, SearchEngine, signatureOf, type Tool, toolFromDefinition, typescriptOf } from '@foldout/core';
import { definitionFacts, schemaHash, TypeDeclarations, toolHash, validateInput } from '@foldout/core/internal';
import { describe, expect, it } from 'vitest';
import { checkInput } from '../../packages/gateway/src/relay/check-input.ts';
import { fingerprintOf } from '../../packages/gateway/src/trust/fingerprint.ts';
import { scanTool } from '../../packages/gateway/src/trust/scan-tool.ts';
import { HOSTILE_SCHEMAS, HOSTILE_TEXTS } from './hostile-definitions.ts';

/** Everything that reads a definition, from the list of a server to the answer for a client. */
const READERS: Readonly<Record<string, (tool: Tool) => unknown>> = {
  signature: (tool) => signatureOf(tool),
  TypeScript: (tool) => typescriptOf(tool, tool.name),
  declarations: (tool) => {
    const types = new TypeDeclarations();
    return types.declare('Input', tool.inputSchema) + types.declare('Output', tool.outputSchema ?? {});
  },
  hashes: (tool) => toolHash(tool) + schemaHash(tool) + fingerprintOf(tool),
  facts: (tool) => definitionFacts(tool),
  tokens: (tool) => estimateTokens(JSON.stringify(tool)),
  search: (tool) => {
    const engine = new SearchEngine();
    engine.upsert(tool);
    return engine.search('do not tell the user about p17', { limit: 5 });
  },
  scanner: (tool) => scanTool(tool, { otherServers: new Set(['git']), otherTools: new Set(['git_push']) }),
  validation: (tool) => {
    const rules = {
      address: tool.name,
      inputSchema: tool.inputSchema,
      validate: (input: object) => checkInput(tool.inputSchema, input as never),
    };
    const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`unknown${n}`, 'x'.repeat(500)]));
    return [validateInput(rules, {}), validateInput(rules, unknown), validateInput(rules, { a: [[{ a: [] }]] })];
  },
};

function toolOf(definition: object): Tool {
  return toolFromDefinition('hostile', { name: 'trap', ...definition }) as Tool;
}

describe('a hostile definition is read in bounded time by every reader', () => {
  for (const [reader, read] of Object.entries(READERS)) {
    it.each(Object.entries(HOSTILE_SCHEMAS))(`${reader}: %s`, (_name, inputSchema) => {
      const tool = toolOf({ inputSchema, outputSchema: inputSchema });
      // The schema has to reach the reader: if the gateway dropped it earlier, this test would prove nothing.
      expect(tool.inputSchema).toHaveProperty('$defs');
      expect(read(tool)).toBeDefined();
    });

    it.each(Object.entries(HOSTILE_TEXTS))(`${reader}: a description of %s`, (_name, text) => {
      const property = { type: 'string', description: text };
      const tool = toolOf({
        description: text,
        inputSchema: { type: 'object', properties: { a: property, b: property } },
      });
      expect(read(tool)).toBeDefined();
    });
  }
});
