import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import type { Route } from '../http/routes.ts';

/** The files of the page and where they are served. There are no others: no path is made of what is asked for. */
const FILES = [
  { path: '/dashboard', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/dashboard/app.js', file: 'app.js', type: 'text/javascript; charset=utf-8' },
  { path: '/dashboard/app.css', file: 'app.css', type: 'text/css; charset=utf-8' },
  { path: '/dashboard/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
] as const;

/** What the page may do: nothing but its own files and its own gateway. Texts of tools that are markup stay dead. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const;

interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** The page itself, open to everybody: it holds nothing, and asks for a token where one is needed. */
export function pageRoutes(read: (file: string) => Promise<Uint8Array> = readBuilt): Route[] {
  const kept = new Map<string, Promise<PageFile>>();
  const fileAt = (file: string): Promise<PageFile> => {
    const loading = kept.get(file) ?? load(file, read);
    kept.set(file, loading);
    // A page that was not built yet may be there the next time.
    loading.catch(() => kept.delete(file));
    return loading;
  };
  return FILES.map(({ path, file, type }) => ({
    method: 'GET',
    path,
    right: undefined,
    handle: async (request) => {
      const found = await fileAt(file).catch(() => undefined);
      if (!found) return new Response('The dashboard was not built. Run: npm run build\n', { status: 503 });
      const { bytes, etag } = found;
      const headers = { ...HEADERS, etag, 'content-type': type };
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(bytes, { headers });
    },
  }));
}

async function load(file: string, read: (file: string) => Promise<Uint8Array>): Promise<PageFile> {
  const bytes = new Uint8Array(await read(file));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, etag: `"${digest}"` };
}

/** By the name of the package: this code may have been joined with other code, far from the files. */
function readBuilt(file: string): Promise<Uint8Array> {
  return readFile(module.createRequire(import.meta.url).resolve(`@foldout/gateway/dashboard/${file}`));
}
