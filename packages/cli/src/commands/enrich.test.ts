import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

/** A stand-in for the user's model: it says of every tool that people ask for a carrier pigeon. */
const model = createServer((request, response) => {
  request.resume().on('end', () => {
    const content = JSON.stringify({ 0: ['dispatch the carrier pigeon'] });
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
});
let home: CliHome;
let url: string;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL.slice(0, 1)) });
  await home.pipe(['list']);
  await new Promise<void>((resolve) => {
    model.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  model.close();
  await home.close();
});

describe('foldout enrich', () => {
  it('needs a model, and consent where nobody can be asked', async () => {
    const without = await home.pipe(['enrich', '--yes']);
    expect(without).toMatchObject({ code: 2 });
    expect(without.stderr).toContain('enrich --url');
    const silent = await home.pipe(['enrich', '--url', url, '--model', 'chat']);
    expect(silent).toMatchObject({ code: 2 });
    expect(silent.stderr).toContain('confirm with --yes');
  });

  it('lets search find a tool by the requests of the model', async () => {
    const query = ['search', '--json', 'dispatch a carrier pigeon'];
    expect(JSON.parse((await home.pipe(query)).stdout).confident).toBe(false);
    const { code, stdout } = await home.pipe(['enrich', '--url', url, '--model', 'chat', '--yes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, failed: 0 });
    const { confident, hits } = JSON.parse((await home.pipe(query)).stdout);
    expect(confident).toBe(true);
    expect(hits[0].score).toBeGreaterThan(0.3);
  });
});
