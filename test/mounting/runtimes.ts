import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { join, resolve } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { build } from 'esbuild';
import { RUNTIME_CACHE, runtime } from './runtime-binaries.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const SOURCES = join(ROOT, 'examples', 'mounting', 'src');
export interface Mounted {
  readonly url: string;
  close(): void;
}

/** Starts an example in its runtime. */
export const MOUNTS: Readonly<Record<string, () => Promise<Mounted>>> = {
  'node:http': () => run(process.execPath, [join(SOURCES, 'node-http.mjs')]),
  Express: () => run(process.execPath, [join(SOURCES, 'express.mjs')]),
  Fastify: () => run(process.execPath, [join(SOURCES, 'fastify.mjs')]),
  Hono: () => run(process.execPath, [join(SOURCES, 'hono.mjs')]),
  'a route handler of Next.js': nextRoute,
  Bun: () => run(runtime('bun'), [join(SOURCES, 'bun.mjs')]),
  Deno: () => run(runtime('deno'), ['run', '--allow-all', '--no-remote', '--quiet', join(SOURCES, 'deno.mjs')]),
  'a Worker without nodejs_compat': worker,
};

/** A process that prints its URL. */
async function run(command: string, args: readonly string[]): Promise<Mounted> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const url = await new Promise<string>((done, fail) => {
    child.stderr.on('data', (chunk) => (said += chunk));
    child.stdout.on('data', (chunk) => {
      const found = /http:\/\/\S+/.exec(String(chunk))?.[0];
      if (found) done(found);
    });
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`${command} exited with ${code}: ${said}`)));
  });
  return { url, close: () => child.kill() };
}

/** Calls the exported handlers with the arguments that Next.js passes; Next.js itself is not started. */
async function nextRoute(): Promise<Mounted> {
  const handlers = await import(join(SOURCES, 'next-route.mjs'));
  const fetch = (request: Request) => handlers[request.method](request, { params: Promise.resolve({}) });
  const handler = toNodeHandler({ fetch });
  const http = createServer((request, response) => void handler(request as never, response));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, close: () => http.close() };
}

async function worker(): Promise<Mounted> {
  const bundle = join(RUNTIME_CACHE, 'worker');
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, 'worker.mjs')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
  });
  const code = outputFiles[0]?.text ?? '';
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'worker.js'), code);
  const port = await freePort();
  writeFileSync(
    join(bundle, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
  );
  const child = spawn(runtime('workerd'), ['serve', join(bundle, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await listening(child, url);
  return { url, close: () => child.kill() };
}

async function listening(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  const gone = new Promise<never>((_, fail) =>
    child.on('exit', (code) => fail(new Error(`exited with ${code}: ${said}`))),
  );
  const answers = async (): Promise<void> => {
    while (
      !(await fetch(url).then(
        () => true,
        () => false,
      ))
    )
      await new Promise((done) => setTimeout(done, 50));
  };
  await Promise.race([answers(), gone]);
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((done) => socket.listen(0, '127.0.0.1', done));
  const { port } = socket.address() as AddressInfo;
  await new Promise((done) => socket.close(done));
  return port;
}

/** The binary of a runtime, from the package that holds it for this platform. */
