import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../test/fixtures/terminal.ts';
import { COMMANDS } from './commands.ts';
import { createProgram } from './program.ts';

const page = readFileSync(join(ROOT, 'docs', 'reference', 'cli.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## foldout /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section.split(/^## /m)[0] ?? '']),
);
/** Options that the reference documents once for all commands. */
const COMMON = ['--config', '--json', '--debug'];

describe('the reference of the command line', () => {
  it('has a section for every command, in the order of the help, and no other', () => {
    expect([...sections.keys()]).toEqual(COMMANDS.map(({ name }) => name));
  });

  it.each(COMMANDS.map(({ name }) => name))('has an example and every option of %s', (name) => {
    const section = sections.get(name) ?? '';
    expect(section).toMatch(/```\n[^`]*foldout [^`]*```/);
    const command = createProgram(COMMANDS).commands.find((one) => one.name() === name);
    const options = command?.options.map(({ long }) => long ?? '').filter((long) => !COMMON.includes(long)) ?? [];
    for (const option of options) expect(section).toContain(option);
    for (const option of section.match(/--[a-z][a-z-]+/g) ?? []) expect([...options, ...COMMON]).toContain(option);
  });

  it.each(COMMANDS.filter(({ exits }) => exits).map(({ name, exits = {} }) => [name, Object.keys(exits)] as const))(
    'says what the exit codes of %s mean',
    (name, codes) => {
      const said = (sections.get(name) ?? '').replace(/\s+/g, ' ').match(/Exit code.*/)?.[0] ?? '';
      for (const code of codes) expect(said).toMatch(new RegExp(`\\b${code}\\b`));
    },
  );
});
