// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a reference that a configuration holds
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_STRATEGIES } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { configJsonSchema, gatewayConfig } from './config-schema.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly pattern?: string;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

describe('the schema of a configuration', () => {
  it('lists every surface of the server in the same order', () => {
    expect(gatewayConfig.shape.toolStrategy.unwrap().options).toEqual(TOOL_STRATEGIES);
  });
});

describe('the schema for editors', () => {
  it('equals the schema that the loader checks (else run: npm run schema -w @foldout/gateway)', () => {
    const shipped: unknown = JSON.parse(readFileSync(join(PACKAGE, 'foldout.schema.json'), 'utf8'));
    expect(shipped).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });

  it('is part of the package', () => {
    const { files } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toContain('foldout.schema.json');
  });

  it('describes every field, and the reference page lists each', () => {
    const page = readFileSync(join(PACKAGE, '..', '..', 'docs', 'reference', 'config.md'), 'utf8');
    const fields = fieldsOf(configJsonSchema() as Node);
    expect(fields.length).toBeGreaterThan(50);
    expect(fields.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    expect(fields.filter(([name]) => !page.includes(`\`${name}\``)).map(([name]) => name)).toEqual([]);
  });

  it('accepts a variable in the place of a URL, a token or a hash', () => {
    const fields = new Map(fieldsOf(configJsonSchema() as Node));
    for (const name of ['url', 'issuer', 'jwksUri', 'sha256']) {
      expect('${VARIABLE}', name).toMatch(new RegExp(fields.get(name)?.pattern ?? 'a pattern'));
    }
    expect(fields.get('token')).not.toHaveProperty('minLength');
  });
});

function fieldsOf(node: Node): [string, Node][] {
  const inner = [node.additionalProperties, node.items, ...(node.anyOf ?? [])];
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([name, field]): [string, Node][] => [
      [name, field],
      ...fieldsOf(field),
    ]),
    ...inner.flatMap((one) => (typeof one === 'object' ? fieldsOf(one) : [])),
  ];
}
