import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium');
const CACHE = join(ROOT, 'node_modules', '.cache', 'chromium');
/** How long to wait for another test process that unpacks Chromium. */
const UNPACK_TIMEOUT_MS = 60_000;
/** No background requests: the test browser may connect only to the gateway. */
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
 * Starts a real Chromium: the one at `CHROMIUM_PATH`, on Linux the one of the npm package with its own libraries and fonts,
 * elsewhere the installed Chrome.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath) return chromium.launch({ executablePath, args: [...QUIET, '--no-sandbox'] });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', args: QUIET });
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...QUIET, '--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      // A minimal machine lacks these system libraries.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** Unpacks Chromium once for each version. Test files run in parallel: the first takes a lock, the others wait for it. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, version);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const lock = join(CACHE, `${version}.unpacking`);
  const locked = takeLock(lock);
  // A process that was killed leaves its lock behind. After the timeout this process unpacks too.
  if (!locked && (await appears(folder))) return folder;
  try {
    await unpackInto(folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  return folder;
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function appears(folder: string): Promise<boolean> {
  const until = performance.now() + UNPACK_TIMEOUT_MS;
  while (!existsSync(folder) && performance.now() < until) await setTimeout(100);
  return existsSync(folder);
}

/** Unpacks into a temporary folder and renames it, so that no process sees a partial folder. */
async function unpackInto(folder: string): Promise<void> {
  const temporary = mkdtempSync(join(CACHE, 'unpacking-'));
  const before = { ...process.env };
  try {
    // The package unpacks into TMPDIR, and unpacks its system libraries only where it detects a cloud function such as AWS Lambda.
    process.env['TMPDIR'] = temporary;
    process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x';
    const { default: packed } = await import('@sparticuz/chromium');
    await packed.executablePath();
    writeFileSync(join(temporary, 'fonts', 'fonts.conf'), fontsIn(folder));
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** The font of the package first, for machines without fonts; then the fonts of the system for other characters. */
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
