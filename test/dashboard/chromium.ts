import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium');
const CACHE = join(ROOT, 'node_modules', '.cache', 'chromium');
/** How long a first run may take to unpack it, on a busy machine. */
const WAITS_MS = 60_000;
/** Nothing in the background: a test browser speaks to the gateway and to nobody else. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
];

/**
 * A real Chromium. On Linux the one that npm brought, with its own libraries and fonts; elsewhere the Chrome that is
 * installed, or the one at `CHROMIUM_PATH`.
 */
export async function launchChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return chromium.launch({ executablePath: given, args: [...QUIET, '--no-sandbox'] });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', args: QUIET });
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...QUIET, '--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      // Beside those of the system, which a bare machine does not have.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** Unpacked once for each version. Of several test files that start together, one unpacks and the others wait for it. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, version);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const mark = join(CACHE, `${version}.unpacking`);
  const mine = beginAs(mark);
  // One that was ended in the middle never finishes: then it is done again, apart.
  if (!mine && (await appears(folder))) return folder;
  try {
    await unpackInto(folder);
  } finally {
    rmSync(mark, { recursive: true, force: true });
  }
  return folder;
}

function beginAs(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}

async function appears(folder: string): Promise<boolean> {
  const until = performance.now() + WAITS_MS;
  while (!existsSync(folder) && performance.now() < until) await setTimeout(100);
  return existsSync(folder);
}

/** Apart, and then moved: nobody finds half of it. */
async function unpackInto(folder: string): Promise<void> {
  const apart = mkdtempSync(join(CACHE, 'apart-'));
  const before = { ...process.env };
  try {
    // Where it unpacks to, and that it brings its libraries.
    process.env['TMPDIR'] = apart;
    process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x';
    const { default: packed } = await import('@sparticuz/chromium');
    await packed.executablePath();
    writeFileSync(join(apart, 'fonts', 'fonts.conf'), fontsIn(folder));
    renameSync(apart, folder);
  } catch (error) {
    rmSync(apart, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Its own font first, so that a machine without any can write; those of the system for what it does not have. */
function fontsIn(folder: string): string {
  const families = ['sans-serif', 'system-ui'].map(
    (family) => `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    `<dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`,
    ...families,
    '</fontconfig>',
  ].join('\n');
}
