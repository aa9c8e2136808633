import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { AccountsServer } from '../fixtures/accounts-server.ts';
import { CookieBrowser } from '../fixtures/cookie-browser.ts';
import { freePort } from '../fixtures/free-port.mjs';
import { IdentityProvider } from '../fixtures/identity-provider.ts';
import { firstText, type GatewayClient, run } from './gateway-clients.ts';

const LOG = { info: () => {}, warn: () => {} };
const PEOPLE = ['ann', 'ben', 'cat', 'dan'] as const;
type Person = (typeof PEOPLE)[number];
const tokenOf = (person: Person): string => `the-token-of-${person}-is-long`;

const folder = mkdtempSync(join(tmpdir(), 'foldout-url-'));
let accounts: AccountsServer;
let provider: IdentityProvider;
let gateway: Gateway;
let serving: Serving;
let publicUrl: string;

beforeAll(async () => {
  accounts = await AccountsServer.start(await freePort());
  provider = await IdentityProvider.start({ resources: [accounts.url], scopes: ['notes'] });
  accounts.trustIssuer(provider.issuer);
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  const config: GatewayConfig = {
    stateFolder: folder,
    learning: false,
    toolStrategy: 'lazy',
    mcpServers: { accounts: { url: accounts.url, identity: 'person' } },
    http: { port, publicUrl, tokens: PEOPLE.map((name) => ({ name, token: tokenOf(name) })) },
  };
  gateway = await openGateway({ config, version: '1', log: LOG });
  serving = await serveOverHttp(gateway, { config, log: LOG });
  // The list of tools is read with the first account.
  await signIn('dan', `${publicUrl}/accounts/accounts`);
}, 60_000);
afterAll(async () => {
  await serving?.close();
  await gateway?.close();
  await accounts?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page in the browser of a person, who signs in with a token to the gateway and with a password to the server. */
async function signIn(person: Person, url: string): Promise<void> {
  const browser = new CookieBrowser();
  const back = await browser.signIn(url, person, `${publicUrl}/sign-in/server`, { secret: tokenOf(person) });
  expect(await (await browser.open(back)).text()).toContain('You are signed in to accounts');
}

async function connect(person: Person, era: Era, open: (url: string) => 'accept' | 'decline'): Promise<GatewayClient> {
  const client = new Client(
    { name: 'url-test', version: '1' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      capabilities: { elicitation: { url: {} } },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: open((params as { url?: string }).url ?? ''),
  }));
  const requestInit = { headers: { authorization: `Bearer ${tokenOf(person)}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

const whoAmI = async (client: Client): Promise<string> =>
  firstText(await run(client, 'afd-call', { command: 'accounts/whoami', input: {} }));

describe.each(ERAS)('a %s client that can open pages', (era) => {
  const person = era === 'legacy' ? 'ann' : 'ben';

  it('says so if its user does not want to sign in', async () => {
    await using client = await connect(person, era, () => 'decline');
    expect(await whoAmI(client)).toContain(
      `Ask the user to sign in there, and then call again: ${publicUrl}/accounts/accounts`,
    );
  });

  it('is asked to let its user sign in to a server, and the call goes on after it', async () => {
    const opened: string[] = [];
    await using client = await connect(person, era, (url) => {
      opened.push(url);
      void signIn(person, url);
      return 'accept';
    });
    expect(await whoAmI(client)).toBe(person);
    expect(await whoAmI(client)).toBe(person);
    expect(opened).toEqual([`${publicUrl}/accounts/accounts`]);
  });
});
