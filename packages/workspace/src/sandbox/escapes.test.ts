import { DirectClient, defineCommand, Engine, success } from '@foldout/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CodeErrorCode } from './contract.ts';
import { codeRunner } from './engine-host.ts';
import { Sandbox } from './sandbox.ts';

/** What a script is given here: little, so that each limit is met soon. */
const LIMITS = {
  timeMs: 25_000,
  cpuMs: 20_000,
  memoryBytes: 24 * 1024 * 1024,
  outputChars: 4_000,
  calls: 20,
  inputChars: 20_000,
} as const;

/** Where a limit of time is what should stop it, there is little time: a busy machine must not change what does. */
const SHORT = { cpuMs: 150, timeMs: 1_500 } as const;

interface Attempt {
  readonly name: string;
  readonly code: string;
  /** What stops it; none where it gets nowhere by itself, which `value` shows. */
  readonly error?: CodeErrorCode | readonly CodeErrorCode[];
  readonly message?: RegExp;
  readonly value?: unknown;
}

const NOT_DEFINED = /is not defined/;
const NO_CODE = /Code cannot be made from text/;
const NO_IMPORT = /Cannot import/;

function missing(name: string, use: string): Attempt {
  return { name: `there is no ${name}`, code: use, error: 'RUNTIME_ERROR', message: NOT_DEFINED };
}

const HOST_OBJECTS: readonly Attempt[] = [
  missing('process', 'process.exit(1)'),
  missing('require', "require('node:fs')"),
  missing('module', 'module.exports = 1'),
  missing('Buffer', "Buffer.from('a')"),
  missing('fetch', "await fetch('http://127.0.0.1/')"),
  missing('XMLHttpRequest', 'new XMLHttpRequest()'),
  missing('WebSocket', "new WebSocket('ws://127.0.0.1')"),
  missing('setTimeout', 'setTimeout(() => {}, 1)'),
  missing('setInterval', 'setInterval(() => {}, 1)'),
  missing('setImmediate', 'setImmediate(() => {})'),
  missing('queueMicrotask', 'queueMicrotask(() => {})'),
  missing('WebAssembly', 'new WebAssembly.Memory({ initial: 1 })'),
  missing('SharedArrayBuffer', 'new SharedArrayBuffer(8)'),
  missing('Atomics', 'Atomics.wait(new Int32Array(4), 0, 0)'),
  missing('Worker', "new Worker('x')"),
  missing('performance', 'performance.now()'),
  missing('crypto', 'crypto.randomUUID()'),
  missing('std and os of QuickJS', "os.open('/etc/passwd')"),
  missing('Deno or Bun', 'Deno.readTextFileSync("/etc/passwd")'),
  missing('WeakRef', 'new WeakRef({})'),
  missing('structuredClone', 'structuredClone({})'),
];

const CODE_FROM_TEXT: readonly Attempt[] = [
  missing('Function', "Function('return this')()"),
  { name: 'eval', code: "return (0, eval)('1 + 1')", error: 'RUNTIME_ERROR', message: NOT_DEFINED },
  ...[
    ['a function', '(function () {})'],
    ['an async function', '(async function () {})'],
    ['a generator', '(function* () {})'],
    ['an async generator', '(async function* () {})'],
    ['an arrow', '(() => {})'],
    ['a class', '(class {})'],
    ['a built-in', 'Math.max'],
    ['the console', 'console.log'],
    ['a host call', 'foldout.callTool'],
  ].map(
    ([what, made]): Attempt => ({
      name: `the constructor of ${what}`,
      code: `return ${made}.constructor('return globalThis.process')()`,
      error: 'RUNTIME_ERROR',
      message: NO_CODE,
    }),
  ),
  {
    name: 'a chain of constructors from a text',
    code: "return ''.constructor.constructor('return process')()",
    error: 'RUNTIME_ERROR',
    message: NO_CODE,
  },
  {
    name: 'the constructor of a tool result',
    code: "const r = await foldout.callTool('shop', 'echo', { text: 'a' }); return r.constructor.constructor('return process')()",
    error: 'RUNTIME_ERROR',
    message: NO_CODE,
  },
  {
    name: 'the constructor of a tool error',
    code: "try { await foldout.callTool('shop', 'nope') } catch (e) { return e.constructor.constructor('return process')() }",
    error: 'RUNTIME_ERROR',
    message: NO_CODE,
  },
  {
    name: 'putting the constructor back',
    code: "Object.defineProperty(Object.getPrototypeOf(() => {}), 'constructor', { value: 1 })",
    error: 'RUNTIME_ERROR',
    message: /not configurable|redefine/,
  },
  {
    name: 'Reflect.construct with a function',
    code: "return Reflect.construct((() => {}).constructor, ['return process'])()",
    error: 'RUNTIME_ERROR',
    message: NO_CODE,
  },
  {
    name: 'the comment of a page, which is sloppy code alone',
    code: '<!-- let it be a script\nreturn 1',
    error: 'SYNTAX_ERROR',
    message: /Legacy comments/,
  },
  { name: 'a with statement', code: 'with (foldout) { return callTool }', error: 'SYNTAX_ERROR', message: /with/ },
];

const MODULES: readonly Attempt[] = [
  ...[
    'node:fs',
    'fs',
    'node:child_process',
    'quickjs:std',
    'file:///etc/passwd',
    'http://127.0.0.1/x.js',
    'data:text/javascript,export default 1',
    '/etc/passwd',
    '../../etc/passwd',
    './servers/../../../etc/passwd',
    './servers/%2e%2e/%2e%2e/etc/passwd',
    '.\\\\..\\\\windows',
    './C:/windows',
    './.env',
  ].map(
    (path): Attempt => ({
      name: `import() of ${path}`,
      code: `return await import('${path}')`,
      error: 'RUNTIME_ERROR',
      message: NO_IMPORT,
    }),
  ),
  { name: 'a static import of node:fs', code: "import fs from 'node:fs';", error: 'RUNTIME_ERROR', message: NO_IMPORT },
  {
    name: 'a module that does not exist',
    code: "import { x } from './servers/nowhere';",
    error: 'RUNTIME_ERROR',
    message: /no module/,
  },
  {
    name: 'the place of the module',
    code: 'return { ...import.meta, dir: import.meta.dirname, url: String(import.meta.url) }',
    value: { url: 'undefined' },
  },
  {
    name: 'a path with a NUL, which ends before it',
    code: "return Object.keys(await import('./servers/shop\\0/../../etc/passwd'))",
    value: ['echo', 'hang', 'keys', 'pollute'],
  },
  {
    name: 'a flood of imports',
    code: "for (let i = 0; ; i += 1) await import('./servers/s' + i).catch(() => {})",
    error: ['CPU_LIMIT', 'TIME_LIMIT'],
  },
  {
    name: 'an import that names an endless path',
    code: "return await import('./' + 'a/'.repeat(100000))",
    error: 'RUNTIME_ERROR',
    message: NO_IMPORT,
  },
  {
    name: 'an import of the script itself',
    code: "import './script.ts';",
    error: 'RUNTIME_ERROR',
    message: /no module/,
  },
  {
    name: 'a module that every object has',
    code: "return await import('./__proto__')",
    error: 'RUNTIME_ERROR',
    message: /no module/,
  },
  {
    name: 'a path that takes forever to say',
    code: 'return await import({ toString() { for (;;) {} } })',
    error: 'CPU_LIMIT',
  },
  {
    name: 'an import of another kind than code',
    code: "return Object.keys(await import('./foldout.ts', { with: { type: 'bytes' } }))",
    value: ['callTool', 'describeTool', 'searchTools', 'setCaller'],
  },
];

const ENDLESS: readonly Attempt[] = [
  { name: 'a loop', code: 'while (true) {}', error: 'CPU_LIMIT' },
  {
    name: 'a loop that catches everything',
    code: 'for (;;) { try { for (;;) {} } catch {} finally { continue } }',
    error: 'CPU_LIMIT',
  },
  { name: 'a loop of microtasks', code: 'for (;;) await null', error: 'CPU_LIMIT' },
  {
    name: 'promises that make promises',
    code: 'const again = () => Promise.resolve().then(again); await again()',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  {
    name: 'a promise that nobody settles',
    code: 'await new Promise(() => {})',
    error: 'RUNTIME_ERROR',
    message: /nothing will ever settle/,
  },
  {
    name: 'a thenable that never answers',
    code: 'return { then() {} }',
    error: 'RUNTIME_ERROR',
    message: /nothing will ever settle/,
  },
  {
    name: 'a thenable that answers with itself',
    code: 'const t = { then(r) { r(t) } }; return t',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  {
    name: 'an endless generator',
    code: 'return [...(function* () { for (;;) yield 1 })()].length',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
  { name: 'a pattern that explodes', code: "return /^(a+)+$/.test('a'.repeat(50) + '!')", error: 'CPU_LIMIT' },
  {
    name: 'a pattern with a back reference that explodes',
    code: "return /(x+x+)+\\1y/.test('x'.repeat(60))",
    error: 'CPU_LIMIT',
  },
  { name: 'a replacement that explodes', code: "return 'a'.repeat(60).replace(/(a|a)*$b/g, 'x')", error: 'CPU_LIMIT' },
  {
    name: 'a sort with a comparison that does not end',
    code: 'return [2, 1].sort(() => { for (;;) {} })',
    error: 'CPU_LIMIT',
  },
  { name: 'a getter that does not end', code: 'return { get a() { for (;;) {} } }', error: 'CPU_LIMIT' },
  {
    name: 'a number with a billion digits',
    code: 'return String(2n ** 100000000n).length',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT', 'RUNTIME_ERROR'],
  },
  { name: 'a tool that does not answer', code: "await foldout.callTool('shop', 'hang')", error: 'TIME_LIMIT' },
  ...[
    ['a search through an array without an end', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['an array without an end that is filled', 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)'],
    ['an array without an end that is joined', "new Array(4e9).join('')"],
    ['a number that is written for seconds', 'String((1n << 900000n) - 1n).length'],
    ['a text that is replaced by a longer one', "'x'.repeat(1e4).replaceAll('x', 'y'.repeat(1e3)).replaceAll('y', '')"],
  ].map(
    ([name, built]): Attempt => ({
      name: `${name}, which no look interrupts`,
      code: `for (;;) ${built}`,
      error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
    }),
  ),
  {
    name: 'a pattern that sticks and explodes',
    code: "return /^(?:\\p{L}+)+$/uy.test('é'.repeat(50) + '1')",
    error: 'CPU_LIMIT',
  },
  {
    name: 'a main function that does not end, behind a proxy',
    code: 'export default new Proxy(() => {}, { apply() { for (;;) {} } })',
    error: 'CPU_LIMIT',
  },
  {
    name: 'a then that every object has and that does not end',
    code: "Object.defineProperty(Object.prototype, 'then', { get() { for (;;) {} } }); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CPU_LIMIT',
  },
  {
    name: 'a stack that does not end',
    code: "Error.prepareStackTrace = () => { for (;;) {} }; await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CPU_LIMIT',
  },
  {
    name: 'another clock',
    code: 'Date.now = () => 0; Date = undefined; for (;;) {}',
    error: 'CPU_LIMIT',
  },
];

const MEMORY: readonly Attempt[] = [
  { name: 'a text that doubles', code: "let s = 'x'; for (;;) s += s", error: 'MEMORY_LIMIT' },
  {
    name: 'texts that pile up',
    code: "const a = []; for (;;) a.push('x'.repeat(100000) + a.length)",
    error: 'MEMORY_LIMIT',
  },
  { name: 'an array that grows', code: 'const a = []; for (;;) a.push(a.length)', error: 'MEMORY_LIMIT' },
  {
    name: 'one huge array',
    code: 'return new Array(4e9).fill(0)',
    error: ['MEMORY_LIMIT', 'RUNTIME_ERROR', 'CPU_LIMIT'],
  },
  { name: 'one huge typed array', code: 'return new Float64Array(2 ** 27).length', error: 'MEMORY_LIMIT' },
  {
    name: 'typed arrays that pile up',
    code: 'const a = []; for (;;) a.push(new Uint8Array(1000000))',
    error: 'MEMORY_LIMIT',
  },
  {
    name: 'a map that grows',
    code: 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, [i])',
    error: 'MEMORY_LIMIT',
  },
  { name: 'a flood of promises', code: 'const a = []; for (;;) a.push(new Promise(() => {}))', error: 'MEMORY_LIMIT' },
  {
    name: 'memory that is asked for again after every refusal',
    code: "const a = []; for (;;) try { a.push('x'.repeat(1e6) + a.length) } catch {}",
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  { name: 'recursion', code: 'const f = () => f() + 1; f()', error: 'RUNTIME_ERROR', message: /call stack/ },
  {
    name: 'recursion that catches its own end',
    code: 'const f = () => { try { f() } catch { f() } }; f()',
    error: ['CPU_LIMIT', 'RUNTIME_ERROR'],
  },
  {
    name: 'JSON that is nested deeply',
    code: "return JSON.parse('['.repeat(200000))",
    error: ['RUNTIME_ERROR', 'MEMORY_LIMIT'],
  },
  {
    name: 'source that is nested deeply',
    code: `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    error: 'SYNTAX_ERROR',
    message: /nested too deeply/,
  },
  {
    name: 'a pattern that is nested deeply',
    code: "return new RegExp('('.repeat(100000) + ')'.repeat(100000))",
    error: ['RUNTIME_ERROR', 'MEMORY_LIMIT'],
  },
  {
    name: 'a buffer that moves to a larger place',
    code: 'return new ArrayBuffer(8).transfer(2 ** 31 - 8).byteLength',
    error: 'MEMORY_LIMIT',
  },
  {
    name: 'a typed array of something without an end',
    code: 'return new Uint8Array((function* () { for (;;) yield 1 })())',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
  {
    name: 'a map that says it has no end',
    code: 'Map.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return new Map()',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
];

const OUTPUT: readonly Attempt[] = [
  { name: 'one long line', code: "console.log('x'.repeat(1e6))", error: 'OUTPUT_LIMIT' },
  { name: 'many short lines', code: "for (;;) console.error('')", error: 'OUTPUT_LIMIT' },
  { name: 'many arguments', code: "console.log(...new Array(20000).fill('x'))", error: 'OUTPUT_LIMIT' },
  {
    name: 'a flood that is caught',
    code: "for (;;) try { console.log('xxxxxxxxxxxxxxxx') } catch {}",
    error: 'OUTPUT_LIMIT',
  },
  { name: 'a value that is too long', code: "return 'x'.repeat(1e6)", error: 'OUTPUT_LIMIT' },
  {
    name: 'a value that writes itself endlessly',
    code: "return { toJSON() { return 'x'.repeat(1e6) } }",
    error: 'OUTPUT_LIMIT',
  },
  {
    name: 'a value that holds itself',
    code: 'const a = {}; a.a = a; return a',
    error: 'RUNTIME_ERROR',
    message: /circular/,
  },
  {
    name: 'a value that is a trap',
    code: "return new Proxy({}, { ownKeys() { throw new Error('trap') } })",
    error: 'RUNTIME_ERROR',
    message: /trap/,
  },
  {
    name: 'functions and symbols in a value',
    code: "return { f() {}, s: Symbol('s'), b: 12n, ok: 1 }",
    value: { b: '12', ok: 1 },
  },
  {
    name: 'printing a trap',
    code: "console.log(new Proxy({}, { get() { throw new Error('trap') } })); return 1",
    value: 1,
  },
  { name: 'changing the console', code: 'console.log = () => {}', error: 'RUNTIME_ERROR', message: /read-only/ },
  {
    name: 'replacing the console',
    code: 'globalThis.console = { log() {} }',
    error: 'RUNTIME_ERROR',
    message: /read-only/,
  },
  {
    name: 'replacing the door to the host',
    code: 'globalThis.foldout = {}',
    error: 'RUNTIME_ERROR',
    message: /read-only/,
  },
  {
    name: 'texts that are half a character or none',
    code: "console.log('\\ud800\\0'); return ['\\ud800', 'a\\0b']",
    value: ['\ud800', 'a\0b'],
  },
  {
    name: 'a value with a key that would set a prototype',
    code: 'return JSON.parse(\'{"__proto__":{"polluted":1},"a":1}\')',
    value: { a: 1 },
  },
  {
    name: 'printing more than the arguments',
    code: "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 'x' }; console.log('a')",
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
];

const CALLS: readonly Attempt[] = [
  {
    name: 'calls without end, one after the other',
    code: "for (;;) await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CALL_LIMIT',
  },
  {
    name: 'calls without end, all at once',
    code: "for (;;) foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CALL_LIMIT',
  },
  { name: 'searches without end', code: "for (;;) await foldout.searchTools('echo')", error: 'CALL_LIMIT' },
  {
    name: 'calls that are caught',
    code: "for (;;) await foldout.callTool('shop', 'nope').catch(() => {})",
    error: 'CALL_LIMIT',
  },
  {
    name: 'a tool outside of the catalog',
    code: "return await foldout.callTool('shop', 'hidden')",
    error: 'RUNTIME_ERROR',
    message: /COMMAND_NOT_EXPOSED/,
  },
  {
    name: 'a name that is a property of every object',
    code: "return await foldout.callTool('__proto__', 'constructor')",
    error: 'RUNTIME_ERROR',
    message: /COMMAND_NOT_FOUND/,
  },
  {
    name: 'an input that is too long',
    code: "return await foldout.callTool('shop', 'echo', { text: 'x'.repeat(1e5) })",
    error: 'RUNTIME_ERROR',
    message: /20000 characters/,
  },
  {
    name: 'an input that holds itself',
    code: "const a = {}; a.a = a; return await foldout.callTool('shop', 'echo', a)",
    error: 'RUNTIME_ERROR',
    message: /circular/,
  },
  {
    name: 'an input that the tool does not take',
    code: "return await foldout.callTool('shop', 'echo', 'text')",
    error: 'RUNTIME_ERROR',
    message: /VALIDATION_ERROR/,
  },
  {
    name: 'an input that is nested deeply',
    code: "let a = 1; for (let i = 0; i < 5000; i += 1) a = [a]; return await foldout.callTool('shop', 'echo', { text: a })",
    error: 'RUNTIME_ERROR',
  },
  {
    name: 'an input that would set a prototype',
    code: 'return await foldout.callTool(\'shop\', \'keys\', JSON.parse(\'{"a":{"__proto__":{"polluted":1}}}\'))',
    value: { keys: ['a'], inner: [], polluted: false },
  },
  {
    name: 'a result that would set a prototype',
    code: "const r = await foldout.callTool('shop', 'pollute'); return { own: Object.keys(r), all: ({}).polluted === undefined }",
    value: { own: ['__proto__'], all: true },
  },
  {
    name: 'prototypes that are poisoned before a call',
    code: "Promise.prototype.then = () => 1; Array.prototype.push = () => { throw 1 }; Object.prototype.toJSON = undefined; JSON.parse = () => 'forged'; JSON.stringify = () => '[]'; String.prototype.slice = () => 'x'; return await foldout.callTool('shop', 'echo', { text: 'a' })",
    value: { text: 'a' },
  },
  {
    name: 'an index that every array inherits',
    code: "Object.defineProperty(Array.prototype, '0', { set() { throw new Error('seen') }, get() { return 'shop' } }); console.log('a', 'b'); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /seen/,
  },
  {
    name: 'arguments that read as something else the second time',
    code: "let n = 0; const name = { toString() { n += 1; return n === 1 ? 'echo' : 'hidden' } }; return [await foldout.callTool('shop', name, { text: 'a' }), n]",
    value: [{ text: 'a' }, 1],
  },
  {
    name: 'arguments that are sent as something else',
    code: "Array.prototype.toJSON = () => null; return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /INTERNAL_ERROR: The call failed/,
  },
  {
    name: 'a property that makes an accessor of every error of a tool',
    code: "Object.prototype.get = () => 1; try { await foldout.callTool('shop', 'nope') } finally { return 1 }",
    error: 'RUNTIME_ERROR',
    message: /property descriptor/,
  },
  {
    name: 'a promise that is made by the script',
    code: "Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error('seen') } }); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /seen/,
  },
];

const ERRORS: readonly Attempt[] = [
  {
    name: 'a getter in an error',
    code: "throw { get message() { throw new Error('inner') }, get stack() { return process } }",
    error: 'RUNTIME_ERROR',
    message: /without a message/,
  },
  { name: 'a message that does not end', code: 'throw { get message() { for (;;) {} } }', error: 'CPU_LIMIT' },
  {
    name: 'a message that floods',
    code: "throw new Error('x'.repeat(5e6))",
    error: 'RUNTIME_ERROR',
    message: /^x{100}/,
  },
  {
    name: 'a text that floods',
    code: "throw { message: { toString() { return 'x'.repeat(5e6) } } }",
    error: 'RUNTIME_ERROR',
  },
  {
    name: 'a proxy that is thrown',
    code: 'throw new Proxy(new Error(), { get() { throw 1 } })',
    error: 'RUNTIME_ERROR',
  },
  { name: 'nothing that is thrown', code: 'throw undefined', error: 'RUNTIME_ERROR' },
  { name: 'a symbol that is thrown', code: "throw Symbol('s')", error: 'RUNTIME_ERROR' },
  {
    name: 'prepareStackTrace',
    code: "Error.prepareStackTrace = (e, frames) => frames; const [f] = [].concat(new Error('a').stack); return typeof f?.getThis",
    value: 'undefined',
  },
  {
    name: 'the frames of the host',
    code: "try { await import('node:fs') } catch (e) { return /file:|node_modules|\\/packages\\//.test(String(e.stack) + String(e.message)) }",
    value: false,
  },
  {
    name: 'the frames of a host call',
    code: "try { await foldout.callTool('shop', 'nope') } catch (e) { return /file:|node_modules|\\/packages\\//.test(e.stack) }",
    value: false,
  },
  {
    name: 'a limit that pretends to be reached',
    code: "const e = new Error('interrupted'); e.name = 'InternalError'; throw e",
    error: 'RUNTIME_ERROR',
    message: /interrupted/,
  },
  {
    name: 'a rejection that nobody catches',
    code: "Promise.reject(new Error('lost')); return 1",
    error: 'RUNTIME_ERROR',
    message: /lost/,
  },
  { name: 'the caller of a function', code: 'return (function f() { return f.caller })()', error: 'RUNTIME_ERROR' },
  { name: 'this at the top', code: 'return typeof this', value: 'undefined' },
  { name: 'this of a sloppy function', code: 'return (function () { return typeof this })()', value: 'undefined' },
  ...['undefined', 'null', '7'].map(
    (json): Attempt => ({
      name: `an error that is written as ${json}`,
      code: `Object.prototype.toJSON = () => ${json}; throw new Error('real')`,
      error: 'RUNTIME_ERROR',
      message: /^real/,
    }),
  ),
  {
    name: 'an error that is written for ever',
    code: 'Object.prototype.toJSON = () => { for (;;) {} }; throw { get message() { for (;;) {} } }',
    error: 'CPU_LIMIT',
  },
  ...['0:0', '-5:1', '99:1', '9'.repeat(400)].map(
    (place): Attempt => ({
      name: `a stack that names the line ${place.slice(0, 5)}`,
      code: `throw { message: 'forged', stack: 'at script.ts:${place}' }`,
      error: 'RUNTIME_ERROR',
      message: /^forged$/,
    }),
  ),
];

const SUITES: Readonly<Record<string, readonly Attempt[]>> = {
  'reaching for what the host has': HOST_OBJECTS,
  'making code from text': CODE_FROM_TEXT,
  'importing what is not there': MODULES,
  'never ending': ENDLESS,
  'using up memory': MEMORY,
  'flooding what is printed and returned': OUTPUT,
  'misusing the calls': CALLS,
  'playing with errors': ERRORS,
};

const text = z.object({ text: z.string() });
const engine = new Engine({
  name: 'shop',
  commands: [
    defineCommand({ name: 'echo', description: 'Answers its input.', input: text, handler: (input) => success(input) }),
    defineCommand({
      name: 'keys',
      description: 'The keys of its input.',
      input: z.looseObject({ a: z.looseObject({}) }),
      handler: ({ a, ...rest }) =>
        success({ keys: ['a', ...Object.keys(rest)], inner: Object.keys(a), polluted: 'polluted' in a }),
    }),
    defineCommand({
      name: 'pollute',
      description: 'A hostile answer.',
      input: z.object({}),
      handler: () => success(JSON.parse('{"__proto__":{"polluted":true}}')),
    }),
    defineCommand({
      name: 'hang',
      description: 'Does not answer.',
      input: z.object({}),
      handler: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  ],
});
engine.registry.register(
  defineCommand({
    name: 'hidden',
    description: 'Not for here.',
    input: z.object({}),
    handler: () => success('secret'),
  }),
);
const sandbox = new Sandbox({ workers: 2 });
const runner = codeRunner(sandbox, { limits: LIMITS });
const hurried = codeRunner(sandbox, { limits: { ...LIMITS, ...SHORT } });
afterAll(() => sandbox.close());

describe('a script that tries to get out', () => {
  it('is tried in more than sixty ways', () => {
    expect(Object.values(SUITES).flat().length).toBeGreaterThan(60);
  });

  for (const [suite, attempts] of Object.entries(SUITES)) {
    describe(suite, () => {
      it.concurrent.each(attempts)('$name', async ({ code, error, message, value }) => {
        const short = [error].flat().some((code) => code === 'CPU_LIMIT' || code === 'TIME_LIMIT');
        const result = await (short ? hurried : runner).run(code, { engine });
        if (error === undefined)
          expect({ error: result.error, value: result.value }).toEqual({ error: undefined, value });
        else {
          expect([error].flat()).toContain(result.error?.code);
          if (message) expect(result.error?.message).toMatch(message);
          expect(result.value).toBeUndefined();
          expect(JSON.stringify(result).length).toBeLessThan(20_000);
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      });
    });
  }

  it('has these globals and no others: a new capability shows up here', async () => {
    const result = await runner.run('return Object.getOwnPropertyNames(globalThis).sort()', { engine });
    expect(result.value).toEqual(GLOBALS);
  });

  it('leaves a server of the same process serving', async () => {
    const client = new DirectClient(engine);
    expect(await client.call('echo', { text: 'still here' })).toMatchObject({ success: true });
    expect(await runner.run("return await foldout.callTool('shop', 'echo', { text: 'b' })", { engine })).toMatchObject({
      value: { text: 'b' },
    });
  });
});

const GLOBALS: readonly string[] = (
  'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
  'DisposableStack Error EvalError Float16Array Float32Array Float64Array Infinity Int16Array Int32Array Int8Array ' +
  'Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String ' +
  'SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap ' +
  'WeakSet atob btoa console decodeURI decodeURIComponent encodeURI encodeURIComponent escape foldout globalThis ' +
  'isFinite isNaN parseFloat parseInt undefined unescape'
).split(' ');
