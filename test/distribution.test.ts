import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { v0_3 } from '@anthropic-ai/mcpb';
import { CONNECTABLE_CLIENTS } from '@foldout/clients';
import { loadConfig } from '@foldout/gateway';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { MANIFEST } from '../scripts/distribute/bundle.mjs';
import { pluginFiles } from '../scripts/distribute/plugin.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, ...file.split('/')), 'utf8');
const { version } = JSON.parse(read('packages/cli/package.json')) as { version: string };
const clientIds = CONNECTABLE_CLIENTS.map(({ id }) => id);

/** The argument after `--client`. */
const clientOf = (args: readonly string[]): string => args[args.indexOf('--client') + 1] ?? '';

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  it('has a Dockerfile without a problem, that does not run as root and checks its health', () => {
    expect(validate(dockerfile)).toEqual([]);
    const [, ...lastStage] =
      dockerfile
        .split(/^FROM /m)
        .at(-1)
        ?.split('\n') ?? [];
    const instructions = lastStage.flatMap((line) => /^([A-Z]+) (.*)/.exec(line)?.slice(1, 3).join(' ') ?? []);
    expect(instructions).toContain('USER node');
    expect(instructions.findIndex((one) => one.startsWith('USER'))).toBeLessThan(
      instructions.findIndex((one) => one.startsWith('ENTRYPOINT')),
    );
    expect(instructions.some((one) => one.startsWith('HEALTHCHECK'))).toBe(true);
    expect(dockerfile).toContain(`pg@${JSON.parse(read('package.json')).devDependencies.pg}`);
  });

  it('packs every package that the command line depends on', () => {
    const { dependencies } = JSON.parse(read('packages/cli/package.json')) as { dependencies: object };
    for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@foldout/'))) {
      expect(dockerfile).toContain(`--workspace ${name} `);
    }
  });
});

describe('compose.yaml', () => {
  it('follows the schema of Compose and the rules of its linter', () => {
    const [result] = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] }).lintFiles(
      [join(ROOT, 'compose.yaml')],
      false,
    );
    expect(result?.messages).toEqual([]);
  });

  it('starts two gateways that cannot write to their root and have no right of the system', () => {
    const gateway = read('compose.yaml').split(/^ {2}gateway:$/m)[1] ?? '';
    for (const line of ['read_only: true', 'replicas: 2', '- ALL', '- no-new-privileges:true']) {
      expect(gateway).toContain(line);
    }
  });

  it('mounts a configuration that is valid, shares state in PostgreSQL and wants a token', () => {
    const text = read('deploy/foldout.json');
    const env = {
      FOLDOUT_DATABASE: 'postgres://foldout:x@database:5432/foldout',
      FOLDOUT_TOKEN: 'a-token-of-the-user',
    };
    const { config, problems } = loadConfig({ text, file: 'foldout.json' }, { env });
    expect(problems).toEqual([]);
    expect(config.database).toBe(env.FOLDOUT_DATABASE);
    expect(config.http).toMatchObject({ host: '0.0.0.0', port: 3200, tokens: [{ name: 'clients' }] });
  });
});

describe('the bundle for Claude Desktop', () => {
  it('has a manifest that follows the format, of this version, and starts a known client', () => {
    expect(v0_3.McpbManifestSchema.safeParse(MANIFEST).error).toBeUndefined();
    expect(MANIFEST.version).toBe(version);
    expect(clientIds).toContain(clientOf(MANIFEST.server.mcp_config.args));
  });
});

describe('the plug-in for Claude Code', () => {
  it('names one version everywhere, and starts the published package for a known client', () => {
    const files = pluginFiles();
    const { args } = files['foldout/.mcp.json'].mcpServers.foldout;
    expect(args).toContain(`foldout@${version}`);
    expect(clientIds).toContain(clientOf(args));
    expect(files['foldout/.claude-plugin/plugin.json'].version).toBe(version);
    expect(files['.claude-plugin/marketplace.json'].plugins[0]).toMatchObject({ version, source: './foldout' });
  });
});
