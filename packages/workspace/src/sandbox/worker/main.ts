// The worker process. It runs one guest at a time, and has no access to tools or files except through the host.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { init } from 'es-module-lexer';
import { Channel } from './channel.ts';
import { Guest, type GuestHost } from './guest.ts';
import { hostHasGone } from './host-watch.ts';
import type { LoadAnswer, Outcome, ToWorker } from './protocol.ts';
import { prepareScript } from './script-source.ts';
import { SteadyWorld } from './steady-world.ts';
import { isCompilerBroken, stripTypes } from './strip-types.ts';

const channel = new Channel();
/** `maxCpuSeconds`: this process takes no further script after this CPU time. The kernel kills it at twice this time. */
const [, , maxCpuSeconds = '', quickjsFile = '', ...extensionFiles] = process.argv;
const compiled = (file: string): Promise<WebAssembly.Module> => WebAssembly.compile(readFileSync(file));
const quickjs = {
  wasm: await compiled(quickjsFile),
  extensions: await Promise.all(
    extensionFiles.map(async (file) => ({ name: basename(file, '.so'), wasm: await compiled(file) })),
  ),
};

let guest: Guest | undefined;

const host: GuestHost = {
  print: (text) => channel.send({ type: 'print', body: text }),
  call: (id, kind, json) => channel.send({ type: 'call', id, kind, body: json }),
  load: (importer, specifier) => {
    channel.send({ type: 'load', importer, body: specifier });
    const { path, body } = channel.receiveModule();
    return path === null ? { problem: body } : withoutTypes(path, body);
  },
  done,
  gone: hostHasGone,
};

// Warm-up: the first use of the lexer and of the compiler is slow.
await init();
stripTypes('const ready: boolean = true;');
channel.send({ type: 'ready', body: '' });

for (;;) {
  const message = channel.receive();
  if (message.type === 'run') await run(message);
  else if (message.type === 'answer') guest?.answer(message.id, message.success, message.body, message.at);
  if (guest) channel.send({ type: 'waiting', received: channel.received, body: '' });
}

async function run({ body: code, limits, check, beginning }: Extract<ToWorker, { type: 'run' }>): Promise<void> {
  const script = prepareScript(code);
  if ('kind' in script) return done(script);
  const { runnable, typed, shift } = script;
  if (check) {
    channel.send({ type: 'prepared', shift, body: typed });
    const next = channel.receive();
    // The check found errors: the host sends the next script instead of `go`.
    if (next.type === 'run') return run(next);
  }
  guest = await Guest.create(quickjs, host, limits, beginning && new SteadyWorld(beginning));
  guest.run(runnable, shift);
}

function done(outcome: Outcome): void {
  guest = undefined;
  const { user, system } = process.cpuUsage();
  const reusable = !isCompilerBroken() && (user + system) / 1_000_000 < Number(maxCpuSeconds);
  channel.send({ type: 'done', reusable, body: JSON.stringify(outcome) });
}

function withoutTypes(path: string, source: string): LoadAnswer {
  if (!path.endsWith('.ts')) return { path, source };
  try {
    return { path, source: stripTypes(source) };
  } catch (error) {
    return { problem: `The module ${path} is not valid TypeScript: ${error instanceof Error ? error.message : ''}` };
  }
}
