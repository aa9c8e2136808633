import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { connectTo } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

const COMMAND = resolve(import.meta.dirname, '../../packages/cli/dist/bundle/main.js');
/** Values without a form or a name that gives them away. */
const SECRETS = ['orchid under glass', 'maple-73-quartz', 'ember_and_ash', 'tidal wave 9', 'cobalt-door'];
const [PLAIN = '', FLAG = '', IN_URL = '', HEADER = '', BEARER = ''] = SECRETS;

/** Says on stderr all that it was started with, also encoded, and ends. */
const TELLTALE = `
const all = [...process.argv.slice(1), process.env.SETTING].join(' | ');
console.error('cannot start with ' + all);
console.error(encodeURIComponent(all) + ' ' + JSON.stringify(all));
console.error(Buffer.from(process.env.SETTING).toString('base64'));
process.exit(3);`;

const servers = {
  telltale: {
    command: process.execPath,
    args: ['-e', TELLTALE, '--', '--dsn', `postgres://ada:${IN_URL}@db/x`, '--key', FLAG],
    env: { SETTING: PLAIN },
  },
  away: {
    url: `http://ada:${IN_URL}@127.0.0.1:1/mcp`,
    headers: { 'X-Anything': HEADER },
  },
  fixed: { url: 'http://127.0.0.1:1/mcp', bearerToken: BEARER },
};

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  secret.replaceAll(' ', '+'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

function run(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { timeout: 60_000 }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

it('no value of a configuration is in any output about its servers, whatever its name', {
  timeout: 90_000,
}, async () => {
  using home = new Home({ mcpServers: servers });
  await using gateway = await GatewayProcess.start(home, { learned: false });
  await using client = await connectTo(gateway.target, 'legacy');
  const outputs: Record<string, string> = {};
  for (const name of Object.keys(servers)) {
    const answer = await client.callTool({ name: 'afd-call', arguments: { command: `${name}/any`, input: {} } });
    outputs[`call of ${name}`] = JSON.stringify(answer);
  }
  outputs['search'] = JSON.stringify(await client.callTool({ name: 'afd-discover', arguments: {} }));
  outputs['instructions'] = String(client.getInstructions());
  const at = (path: string) => fetch(new URL(path, gateway.url)).then((answer) => answer.text());
  const failed = (text: string): boolean => text.split('"failed"').length > 3;
  outputs['dashboard'] = await eventually(() => at('/dashboard/api/upstreams'), failed);
  outputs['overview'] = await at('/dashboard/api/overview');
  outputs['metrics'] = await at('/metrics');
  outputs['log'] = gateway.output;
  const commands = [['doctor'], ['doctor', '--json'], ['list', '--json'], ['call', 'telltale/any']];
  await Promise.all(
    commands.map(async (args) => {
      outputs[args.join(' ')] = await run([...args, '--config', home.file]);
    }),
  );

  // The attack works: what the server said is shown.
  expect(outputs['call of telltale']).toMatch(/cannot start with .*\[redacted\].*\[redacted\]/);
  expect(outputs['doctor --json']).toContain('exited with code 3');
  for (const [where, text] of Object.entries(outputs)) {
    const found = SECRETS.filter((secret) => spellings(secret).some((spelling) => text.includes(spelling)));
    expect([where, found]).toEqual([where, []]);
  }
});
