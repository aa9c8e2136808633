import { randomBytes } from 'node:crypto';

const MAX_RANDOM_BYTES = 65_536;
/** Node parses a URL of any length; the guest's memory and time are bounded, those of this call are not. */
const MAX_URL_CHARS = 100_000;
/** The parts of a URL that a script may set. */
const SETTABLE = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type Settable = (typeof SETTABLE)[number];

/**
 * What QuickJS cannot compute by itself: random bytes, and URLs by the rules of the web. Text in, text out: a script gets no
 * object of the host. Returns undefined where the arguments are not valid.
 */
export function platformAnswer(
  operation: string,
  args: readonly string[],
  random: (bytes: number) => Buffer = randomBytes,
): string | undefined {
  if (operation === 'random') return randomHex(Number(args[0]), random);
  if (args.some((text) => text.length > MAX_URL_CHARS)) return undefined;
  const [first = '', second = '', third] = args;
  if (operation === 'url') return partsOf(first, args.length > 1 ? second : undefined);
  if (operation === 'set' && third !== undefined) return withPart(first, second, third);
  return undefined;
}

function randomHex(bytes: number, random: (bytes: number) => Buffer): string | undefined {
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > MAX_RANDOM_BYTES) return undefined;
  return random(bytes).toString('hex');
}

function partsOf(text: string, base: string | undefined): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  return partsAsJson(new URL(text, base));
}

function withPart(href: string, part: string, value: string): string | undefined {
  if (!SETTABLE.some((each) => each === part) || !URL.canParse(href)) return undefined;
  if (part === 'href' && !URL.canParse(value)) return undefined;
  const url = new URL(href);
  url[part as Settable] = value;
  return partsAsJson(url);
}

function partsAsJson(url: URL): string {
  const parts = Object.fromEntries(SETTABLE.map((part) => [part, url[part]]));
  return JSON.stringify({ ...parts, origin: url.origin });
}
