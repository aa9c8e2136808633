import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import type { Route } from '../http/routes.ts';

/** The only files that are served. No path is built from a request, so no request can reach another file. */
const FILES = [
  { path: '/dashboard', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/dashboard/app.js', file: 'app.js', type: 'text/javascript; charset=utf-8' },
  { path: '/dashboard/app.css', file: 'app.css', type: 'text/css; charset=utf-8' },
  { path: '/dashboard/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
] as const;

/** Content security policy: the page loads only from its own gateway. Scripts in the texts of tools cannot run. */
const POLICY = [
  "default-src 'self'",
  // Results of calls may contain images and sounds.
  "img-src 'self' data:",
  "media-src 'self' data:",
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

/** The page is public: it holds no data, and asks for a token where the gateway needs one. */
export function pageRoutes(read: (file: string) => Promise<Uint8Array> = readBuilt): Route[] {
  const cache = new Map<string, Promise<PageFile>>();
  const fileAt = (file: string): Promise<PageFile> => {
    const loading = cache.get(file) ?? load(file, read);
    cache.set(file, loading);
    // Try again on the next request: the page may be built by then.
    loading.catch(() => cache.delete(file));
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

/** Resolved by the package name, because this code may run from a bundle in another folder. */
function readBuilt(file: string): Promise<Uint8Array> {
  return readFile(module.createRequire(import.meta.url).resolve(`@foldout/gateway/dashboard/${file}`));
}
