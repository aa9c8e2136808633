import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERAS } from '../e2e/sdk-clients.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

let home: Home;
let gateway: GatewayProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-skills-'));
  mkdirSync(join(folder, 'release-notes'));
  const front = '---\nname: release-notes\ndescription: Write the notes of a release from its commits.\n---\n';
  writeFileSync(join(folder, 'release-notes', 'SKILL.md'), `${front}\nGroup commits by area.`);
  writeFileSync(join(folder, 'release-notes', 'template.md'), '# Version');
  home = new Home({
    mcpServers: { studio: fixture('studio.mjs', 'legacy'), skilled: fixture('skilled.mjs') },
    skillFolders: [folder],
    policy: { rules: [{ resources: 'studio/legacy://own', then: 'deny' }] },
  } as never);
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function found(client: GatewayClient, input: object): Promise<string[]> {
  const { structuredContent } = await run(client, 'afd-discover', { ...input });
  return structuredContent.data.commands.map(({ name }: { name: string }) => name);
}

const read = (client: GatewayClient, command: string, input = {}) => run(client, 'afd-call', { command, input });

describe.each(ERAS)('a %s client that lists only tools', (era) => {
  it('finds and reads resources, listed ones and by template', async () => {
    await using client = await connectTo(gateway.target, era);
    const names = await found(client, { kind: 'resource' });
    expect(names).toEqual(expect.arrayContaining(['resource:shared://one', 'resource:legacy://items/{id}']));
    expect(await found(client, { kind: 'resource', search: 'items' })).toContain('resource:legacy://items/{id}');
    const direct = await client.readResource({ uri: 'shared://one' });
    expect(firstText(await read(client, 'resource:shared://one'))).toBe((direct.contents[0] as { text: string }).text);
    expect(firstText(await read(client, 'studio/resource:legacy://items/{id}', { id: '7' }))).toContain(
      'legacy://items/7',
    );
  });

  it('finds and reads prompts, with their arguments as parameters', async () => {
    await using client = await connectTo(gateway.target, era);
    expect(await found(client, { kind: 'prompt', search: 'greet' })).toContain('prompt:greet-legacy');
    const detail = await run(client, 'afd-detail', { command: 'prompt:greet' });
    expect(detail.structuredContent.data[0].inputSchema.required).toEqual(['who']);
    expect(firstText(await read(client, 'prompt:greet', { who: 'Ada' }))).toContain('Hello Ada');
    expect((await read(client, 'prompt:greet', {})).structuredContent).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('finds and reads skills of a folder, and their files', async () => {
    await using client = await connectTo(gateway.target, era);
    expect(await found(client, { kind: 'skill', search: 'changelog of a release' })).toEqual(['skill:release-notes']);
    const whole = firstText(await read(client, 'skill:release-notes'));
    expect(whole).toContain('Group commits by area.');
    expect(whole).toContain('template.md');
    expect(firstText(await read(client, 'skill:release-notes', { file: 'template.md' }))).toBe('# Version');
    expect((await read(client, 'skill:release-notes', { file: '../../etc/passwd' })).isError).toBe(true);
  });

  it('finds and reads skills that a server lists with the skills extension, and their files', async () => {
    await using client = await connectTo(gateway.target, era);
    const [skill] = await found(client, { kind: 'skill', search: 'appointment at the barber' });
    expect(skill).toBe('skill:skill://haircuts/SKILL.md');
    expect(firstText(await read(client, String(skill)))).toContain('Ask for the length first.');
    const file = 'skill://haircuts/references/prices.md';
    expect(firstText(await read(client, String(skill), { file }))).toBe('A trim costs 20.');
    const outside = await read(client, String(skill), { file: 'legacy://own' });
    expect(outside.structuredContent).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    const { contents } = await client.readResource({ uri: file });
    expect(contents[0]).toMatchObject({ text: 'A trim costs 20.' });
    const anything = z.looseObject({});
    const ask = (method: string, params = {}) => client.request({ method, params } as never, anything);
    const { skills } = (await ask('skills/list')) as { skills?: { uri: string; frontmatter: object }[] };
    expect(skills).toMatchObject([{ uri: skill?.slice('skill:'.length), frontmatter: { name: 'haircuts' } }]);
    expect(await ask('skills/get', { uri: skills?.[0]?.uri })).toMatchObject({ skill: skills?.[0] });
  });

  it('is refused what the policy denies', async () => {
    await using client = await connectTo(gateway.target, era);
    const refused = await read(client, 'resource:legacy://own');
    expect(refused.structuredContent).toMatchObject({ error: { code: 'POLICY_DENIED' } });
  });

  it('finds only tools unless it asks for a kind', async () => {
    await using client = await connectTo(gateway.target, era);
    expect((await found(client, { limit: 200 })).filter((name) => /^(resource|prompt|skill):/.test(name))).toEqual([]);
    expect(await found(client, { kind: 'function' })).toEqual([]);
    const wrong = await run(client, 'afd-discover', { kind: 'resource', category: 'studio' });
    expect(wrong.structuredContent).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });
});
