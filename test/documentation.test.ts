import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ERROR_CODES } from '@foldout/core';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SCRATCH = join(ROOT, 'node_modules', '.cache', 'doc-examples');

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'packages'))
    .map((name) => join('packages', name, 'README.md'))
    .filter((page) => existsSync(join(ROOT, page))),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

describe('the documentation', () => {
  it('has only TypeScript examples that compile', () => {
    rmSync(SCRATCH, { recursive: true, force: true });
    mkdirSync(SCRATCH, { recursive: true });
    const examples = pages.flatMap((page) => examplesIn(page).map((code, index) => ({ page, code, index })));
    expect(examples.length).toBeGreaterThan(5);
    for (const { page, code, index } of examples) {
      writeFileSync(join(SCRATCH, `${page.replaceAll(/[\\/.]/g, '-')}-${index}.ts`), `${code}\nexport {};\n`);
    }
    writeFileSync(join(SCRATCH, 'tsconfig.json'), JSON.stringify(exampleConfig()));
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', SCRATCH], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('opens with a server that really serves', async () => {
    mkdirSync(SCRATCH, { recursive: true });
    const file = join(SCRATCH, 'smallest-server.mjs');
    writeFileSync(file, examplesIn('README.md')[0] ?? '');
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [file] }));
    const result = await client.callTool({
      name: 'afd-call',
      arguments: { command: 'todo-create', input: { title: 'Buy milk' } },
    });
    await client.close();
    expect(result.structuredContent).toMatchObject({ success: true, data: { id: 1, title: 'Buy milk' } });
  });

  it('has in its first sentences the figures of its table', () => {
    const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, commands, all, lazy] =
      /With ([\d,]+) commands that is ([\d,]+) tokens;\s+behind Foldout it is ([\d,]+),/.exec(page) ?? [];
    const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '));
    const column = rows.find(([head]) => head?.startsWith('tokens'))?.indexOf(`${commands} commands`) ?? -1;
    const cell = (head: string): string | undefined => rows.find(([first]) => first === head)?.[column];
    expect([all, lazy]).toEqual([cell('`individual`, listed'), cell('`lazy`, listed')]);
    expect(lazy).toMatch(/^\d/);
  });

  it('describes its picture with the figures in the picture', () => {
    const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, text = '', file = ''] = /!\[(foldout import: [^\]]*)\]\(([^)]*)\)/.exec(page) ?? [];
    const figures = text.match(/\d[\d,]*/g) ?? [];
    const shown = readFileSync(join(ROOT, file), 'utf8').replaceAll(/<[^>]*>/g, ' ');
    expect(figures.length).toBeGreaterThan(2);
    expect(figures.filter((figure) => !new RegExp(`(?<![\\d,])${figure}(?![\\d,])`).test(shown))).toEqual([]);
  });

  it('explains every error code, and no other', () => {
    const page = readFileSync(join(ROOT, 'docs', 'reference', 'errors.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|.*\| (yes|no) \|$/gm)];
    const documented = rows.map(([, code, meaning, retryable]) => [
      code,
      { meaning: meaning?.trim(), retryable: retryable === 'yes' },
    ]);
    expect(Object.fromEntries(documented)).toEqual(ERROR_CODES);
  });

  it('gives a reason for every dependency, with its exact version', () => {
    const page = readFileSync(join(ROOT, 'docs', 'dependencies.md'), 'utf8');
    const folders = ['packages', 'examples'].flatMap((group) => {
      return readdirSync(join(ROOT, group)).map((name) => join(group, name));
    });
    const manifests = ['.', 'bench', ...folders].map((folder) => {
      return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    });
    const missing = manifests
      .flatMap((manifest) => Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      .filter(([name]) => !name.startsWith('@foldout/') && !name.startsWith('@types/'))
      .filter(([name, version]) => !page.includes(`\`${name}\` ${version}`));
    expect(missing).toEqual([]);
  });

  it('links only to pages and headings that exist', () => {
    const headings = new Map(pages.map((page) => [resolve(ROOT, page), anchorsIn(page)]));
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      return [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
        .filter(([, path = '']) => path === '' || path.endsWith('.md'))
        .filter(([, path = '', anchor]) => {
          const anchors = headings.get(path === '' ? resolve(ROOT, page) : resolve(ROOT, page, '..', path));
          return !anchors || (anchor !== undefined && !anchors.has(anchor));
        })
        .map(([link]) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
  });
});

function examplesIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '');
}

/** The anchors that GitHub gives to headings: lower case, no punctuation, dashes for spaces. */
function anchorsIn(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function exampleConfig(): object {
  return {
    extends: relative(SCRATCH, join(ROOT, 'tsconfig.base.json')).replaceAll('\\', '/'),
    compilerOptions: { composite: false, noEmit: true, noUnusedLocals: false, types: ['node'] },
    include: ['*.ts'],
  };
}
