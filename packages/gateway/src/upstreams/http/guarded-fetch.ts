import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { embeddedIpv4 } from '../../config/network-address.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that a request to another server may carry. All others can hold a credential of the configuration. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'mcp-protocol-version', 'user-agent']);

type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * `fetch` for one configured server. Its answers name further addresses (OAuth metadata, redirects), and an attacker could name
 * those of an internal network. Another host is only asked if its addresses are public, or if the configured server is itself
 * on a private address. A redirect to another host loses the headers of the configuration and the body.
 */
export function guardedFetch(server: string, send: typeof fetch = fetch, resolve: Resolve = resolveHost): typeof fetch {
  const own = new URL(server);
  let ownIsPrivate: Promise<boolean> | undefined;
  const refuseInternal = async (url: URL): Promise<void> => {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`refused to ask ${url.protocol}// addresses`);
    if (url.host === own.host || !(await isPrivate(url, resolve))) return;
    ownIsPrivate ??= isPrivate(own, resolve);
    if (!(await ownIsPrivate)) {
      throw new Error(`refused to ask ${url.hostname}, a private address that the server ${own.hostname} has named`);
    }
  };
  return async (input, init = {}) => {
    let url = new URL(input instanceof Request ? input.url : input);
    let options: RequestInit = init;
    for (let hop = 0; ; hop += 1) {
      await refuseInternal(url);
      const response = await send(url, { ...options, redirect: 'manual' });
      const target = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (target === null || init.redirect === 'manual') return response;
      await response.body?.cancel();
      if (hop === MAX_REDIRECTS) throw new Error(`${own.hostname} redirected more than ${MAX_REDIRECTS} times`);
      const next = new URL(target, url);
      options = redirected(options, response.status, isSameServer(url, next));
      url = next;
    }
  };
}

function redirected(options: RequestInit, status: number, isSame: boolean): RequestInit {
  const method = options.method ?? 'GET';
  const keepsMethod = status === 307 || status === 308 || method === 'GET' || method === 'HEAD';
  if (isSame && keepsMethod) return options;
  if (!isSame && keepsMethod && method !== 'GET' && method !== 'HEAD') {
    throw new Error('refused to follow a redirect that would send a message to another server');
  }
  const { body: _body, ...rest } = options;
  const headers = [...new Headers(options.headers)].filter(([name]) => isSame || HARMLESS_HEADERS.has(name));
  return { ...rest, method: keepsMethod ? method : 'GET', headers };
}

/** The same host, unless a redirect takes away the encryption. */
function isSameServer(from: URL, to: URL): boolean {
  return from.hostname === to.hostname && (from.origin === to.origin || (to.protocol === 'https:' && to.port === ''));
}

async function isPrivate({ hostname }: URL, resolve: Resolve): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isInternal(host);
  if (/(^|\.)localhost$/i.test(host)) return true;
  // A name that cannot be resolved cannot be asked either.
  const addresses = await resolve(host).catch(() => []);
  return addresses.some(isInternal);
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

const INTERNAL = new BlockList();
const RANGES: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of RANGES) INTERNAL.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INTERNAL.addSubnet(network, prefix, 'ipv6');
}

/** Also an IPv4 address that is written as IPv6: mapped, compatible, NAT64 or 6to4. */
function isInternal(address: string): boolean {
  if (isIP(address) === 4) return INTERNAL.check(address, 'ipv4');
  const inner = embeddedIpv4(address);
  return INTERNAL.check(address, 'ipv6') || (inner !== undefined && INTERNAL.check(inner, 'ipv4'));
}
