import { DirectClient, defineCommand, Engine, success } from '@foldout/core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CodeErrorCode } from './contract.ts';
import { codeRunner } from './engine-host.ts';
import { Sandbox } from './sandbox.ts';

/** Low size and call limits, reached soon; high time limits, so that a slow machine does not reach them first. */
const LIMITS = {
  timeMs: 25_000,
  cpuMs: 20_000,
  memoryBytes: 24 * 1024 * 1024,
  outputChars: 4_000,
  calls: 20,
  inputChars: 20_000,
} as const;

/** For attempts that the CPU limit must stop. It is short, and far below the time that a busy machine needs for it. */
const SHORT = { cpuMs: 150, timeMs: 45_000 } as const;

interface Attempt {
  readonly name: string;
  readonly code: string;
  /** The expected error. Absent if the script ends normally: then `value` proves that the attempt failed. */
  readonly error?: CodeErrorCode | readonly CodeErrorCode[];
  readonly message?: RegExp;
  readonly value?: unknown;
}

const NOT_DEFINED = /is not defined/;
const NO_CODE = /disabled in the sandbox/;
const NO_IMPORT = /Cannot import/;

/** Tries to get the functions of the prelude out of a stack trace: a call that fails has them on its stack. */
const STACK_FUNCTIONS = `const found = [];
const take = (_, frames) => { for (const frame of [frames].flat()) found.push(frame?.getFunction?.()); return 'taken'; };
Error.prepareStackTrace = take;
Reflect.set(Error, 'prepareStackTrace', take);
try { Object.defineProperty(Error, 'prepareStackTrace', { value: take }); } catch {}
Object.prototype.toJSON = function () { try { null.x; } catch (e) { void e.stack; } void new Error('a').stack; return {}; };
try { await foldout.callTool('shop', 'echo', { text: { toString() { void new Error('b').stack; return 'a'; } } }); } catch (e) { void e.stack; }
console.log(new Error('c'));
return found.some((each) => typeof each === 'function') ? found.map(String) : 'no function of another file';`;

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
  missing('std and os of QuickJS', "os.open('/etc/passwd')"),
  missing('Deno or Bun', 'Deno.readTextFileSync("/etc/passwd")'),
  missing('WeakRef', 'new WeakRef({})'),
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
    name: 'a chain of constructors from a string',
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
    name: 'redefining the constructor',
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
    name: 'an HTML comment, which is legal in sloppy mode only',
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
    name: 'import.meta',
    code: 'return { ...import.meta, dir: import.meta.dirname, url: String(import.meta.url) }',
    value: { url: 'undefined' },
  },
  {
    name: 'a path with a NUL, which ends the path',
    code: "return Object.keys(await import('./servers/shop\\0/../../etc/passwd'))",
    value: ['echo', 'hang', 'keys', 'pollute'],
  },
  {
    name: 'a flood of imports',
    code: "for (let i = 0; ; i += 1) await import('./servers/s' + i).catch(() => {})",
    error: ['CPU_LIMIT', 'TIME_LIMIT'],
  },
  {
    name: 'an import with a very long path',
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
    name: 'a module named like an inherited property',
    code: "return await import('./__proto__')",
    error: 'RUNTIME_ERROR',
    message: /no module/,
  },
  {
    name: 'a path whose toString never returns',
    code: 'return await import({ toString() { for (;;) {} } })',
    error: 'CPU_LIMIT',
  },
  {
    name: 'an import with another type attribute',
    code: "return Object.keys(await import('./foldout.ts', { with: { type: 'bytes' } }))",
    value: ['callTool', 'describeTool', 'rawResult', 'searchTools', 'setCaller', 'sleep', 'store'],
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
    name: 'an endless chain of promises',
    code: 'const again = () => Promise.resolve().then(again); await again()',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  {
    name: 'a promise that never settles',
    code: 'await new Promise(() => {})',
    error: 'RUNTIME_ERROR',
    message: /nothing will ever settle/,
  },
  {
    name: 'a thenable that never settles',
    code: 'return { then() {} }',
    error: 'RUNTIME_ERROR',
    message: /nothing will ever settle/,
  },
  {
    name: 'a thenable that resolves to itself',
    code: 'const t = { then(r) { r(t) } }; return t',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  {
    name: 'an endless generator',
    code: 'return [...(function* () { for (;;) yield 1 })()].length',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
  {
    name: 'catastrophic backtracking in a regular expression',
    code: "return /^(a+)+$/.test('a'.repeat(50) + '!')",
    error: 'CPU_LIMIT',
  },
  {
    name: 'catastrophic backtracking with a back reference',
    code: "return /(x+x+)+\\1y/.test('x'.repeat(60))",
    error: 'CPU_LIMIT',
  },
  {
    name: 'catastrophic backtracking in replace',
    code: "return 'a'.repeat(60).replace(/(a|a)*$b/g, 'x')",
    error: 'CPU_LIMIT',
  },
  {
    name: 'a sort with an endless comparison',
    code: 'return [2, 1].sort(() => { for (;;) {} })',
    error: 'CPU_LIMIT',
  },
  { name: 'an endless getter', code: 'return { get a() { for (;;) {} } }', error: 'CPU_LIMIT' },
  {
    name: 'a number with a billion digits',
    code: 'return String(2n ** 100000000n).length',
    error: ['CPU_LIMIT', 'MEMORY_LIMIT', 'RUNTIME_ERROR'],
  },
  { name: 'a tool that does not answer', code: "await foldout.callTool('shop', 'hang')", error: 'TIME_LIMIT' },
  ...[
    ['indexOf in a huge array-like object', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['filling a huge array-like object', 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)'],
    ['joining a huge array', "new Array(4e9).join('')"],
    ['converting a huge BigInt to a string', 'String((1n << 900000n) - 1n).length'],
    ['replacing text with longer text', "'x'.repeat(1e4).replaceAll('x', 'y'.repeat(1e3)).replaceAll('y', '')"],
  ].map(
    ([name, built]): Attempt => ({
      name: `${name}, which the interrupt handler cannot stop`,
      code: `for (;;) ${built}`,
      error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
    }),
  ),
  {
    name: 'catastrophic backtracking in a sticky regular expression',
    code: "return /^(?:\\p{L}+)+$/uy.test('é'.repeat(50) + '1')",
    error: 'CPU_LIMIT',
  },
  {
    name: 'an endless main function behind a proxy',
    code: 'export default new Proxy(() => {}, { apply() { for (;;) {} } })',
    error: 'CPU_LIMIT',
  },
  {
    name: 'an endless inherited `then` getter',
    code: "Object.defineProperty(Object.prototype, 'then', { get() { for (;;) {} } }); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CPU_LIMIT',
  },
  {
    name: 'an endless prepareStackTrace',
    code: "Error.prepareStackTrace = () => { for (;;) {} }; return await foldout.callTool('shop', 'echo', { text: 'a' })",
    value: { text: 'a' },
  },
  {
    name: 'replacing Date',
    code: 'Date.now = () => 0; Date = undefined; for (;;) {}',
    error: 'CPU_LIMIT',
  },
];

const MEMORY: readonly Attempt[] = [
  { name: 'a string that doubles', code: "let s = 'x'; for (;;) s += s", error: 'MEMORY_LIMIT' },
  {
    name: 'strings that accumulate',
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
    name: 'typed arrays that accumulate',
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
    name: 'allocating again after every failed allocation',
    code: "const a = []; for (;;) try { a.push('x'.repeat(1e6) + a.length) } catch {}",
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
  { name: 'recursion', code: 'const f = () => f() + 1; f()', error: 'RUNTIME_ERROR', message: /call stack/ },
  {
    name: 'recursion that catches the stack overflow',
    code: 'const f = () => { try { f() } catch { f() } }; f()',
    error: ['CPU_LIMIT', 'RUNTIME_ERROR'],
  },
  {
    name: 'deeply nested JSON',
    code: "return JSON.parse('['.repeat(200000))",
    error: ['RUNTIME_ERROR', 'MEMORY_LIMIT'],
  },
  {
    name: 'deeply nested source',
    code: `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    error: 'SYNTAX_ERROR',
    message: /nested too deeply/,
  },
  {
    name: 'a deeply nested regular expression',
    code: "return new RegExp('('.repeat(100000) + ')'.repeat(100000))",
    error: ['RUNTIME_ERROR', 'MEMORY_LIMIT'],
  },
  {
    name: 'transferring a buffer to a huge size',
    code: 'return new ArrayBuffer(8).transfer(2 ** 31 - 8).byteLength',
    error: 'MEMORY_LIMIT',
  },
  {
    name: 'a typed array from an endless iterator',
    code: 'return new Uint8Array((function* () { for (;;) yield 1 })())',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
  {
    name: 'a map with an endless iterator',
    code: 'Map.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return new Map()',
    error: ['MEMORY_LIMIT', 'CPU_LIMIT'],
  },
];

const OUTPUT: readonly Attempt[] = [
  { name: 'one long line', code: "console.log('x'.repeat(1e6))", error: 'OUTPUT_LIMIT' },
  { name: 'many short lines', code: "for (;;) console.error('')", error: 'OUTPUT_LIMIT' },
  { name: 'many arguments', code: "console.log(...new Array(20000).fill('x'))", error: 'OUTPUT_LIMIT' },
  {
    name: 'printing in a loop that catches errors',
    code: "for (;;) try { console.log('xxxxxxxxxxxxxxxx') } catch {}",
    error: 'OUTPUT_LIMIT',
  },
  { name: 'a return value that is too long', code: "return 'x'.repeat(1e6)", error: 'OUTPUT_LIMIT' },
  {
    name: 'a return value with a huge toJSON',
    code: "return { toJSON() { return 'x'.repeat(1e6) } }",
    error: 'OUTPUT_LIMIT',
  },
  {
    name: 'a circular return value',
    code: 'const a = {}; a.a = a; return a',
    error: 'RUNTIME_ERROR',
    message: /circular/,
  },
  {
    name: 'a return value that is a throwing proxy',
    code: "return new Proxy({}, { ownKeys() { throw new Error('trap') } })",
    error: 'RUNTIME_ERROR',
    message: /trap/,
  },
  {
    name: 'functions and symbols in a return value',
    code: "return { f() {}, s: Symbol('s'), b: 12n, ok: 1 }",
    value: { b: '12', ok: 1 },
  },
  {
    name: 'printing a throwing proxy',
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
    name: 'replacing the `foldout` global',
    code: 'globalThis.foldout = {}',
    error: 'RUNTIME_ERROR',
    message: /read-only/,
  },
  {
    name: 'lone surrogates and NUL characters',
    code: "console.log('\\ud800\\0'); return ['\\ud800', 'a\\0b']",
    value: ['\ud800', 'a\0b'],
  },
  {
    name: 'a return value with the key __proto__',
    code: 'return JSON.parse(\'{"__proto__":{"polluted":1},"a":1}\')',
    value: { a: 1 },
  },
  {
    name: 'an endless array iterator when printing',
    code: "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 'x' }; console.log('a')",
    error: ['CPU_LIMIT', 'MEMORY_LIMIT'],
  },
];

const CALLS: readonly Attempt[] = [
  {
    name: 'endless sequential calls',
    code: "for (;;) await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CALL_LIMIT',
  },
  {
    name: 'endless concurrent calls',
    code: "for (;;) foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'CALL_LIMIT',
  },
  { name: 'endless searches', code: "for (;;) await foldout.searchTools('echo')", error: 'CALL_LIMIT' },
  {
    name: 'endless calls that catch errors',
    code: "for (;;) await foldout.callTool('shop', 'nope').catch(() => {})",
    error: 'CALL_LIMIT',
  },
  {
    name: 'a tool that is not exposed',
    code: "return await foldout.callTool('shop', 'hidden')",
    error: 'RUNTIME_ERROR',
    message: /COMMAND_NOT_EXPOSED/,
  },
  {
    name: 'a tool named like an inherited property',
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
    name: 'a circular input',
    code: "const a = {}; a.a = a; return await foldout.callTool('shop', 'echo', a)",
    error: 'RUNTIME_ERROR',
    message: /circular/,
  },
  {
    name: 'an invalid input',
    code: "return await foldout.callTool('shop', 'echo', 'text')",
    error: 'RUNTIME_ERROR',
    message: /VALIDATION_ERROR/,
  },
  {
    name: 'a deeply nested input',
    code: "let a = 1; for (let i = 0; i < 5000; i += 1) a = [a]; return await foldout.callTool('shop', 'echo', { text: a })",
    error: 'RUNTIME_ERROR',
  },
  {
    name: 'an input with the key __proto__',
    code: 'return await foldout.callTool(\'shop\', \'keys\', JSON.parse(\'{"a":{"__proto__":{"polluted":1}}}\'))',
    value: { keys: ['a'], inner: [], polluted: false },
  },
  {
    name: 'a result with the key __proto__',
    code: "const r = await foldout.callTool('shop', 'pollute'); return { own: Object.keys(r), all: ({}).polluted === undefined }",
    value: { own: ['__proto__'], all: true },
  },
  {
    name: 'prototype pollution before a call',
    code: "Promise.prototype.then = () => 1; Array.prototype.push = () => { throw 1 }; Object.prototype.toJSON = undefined; JSON.parse = () => 'forged'; JSON.stringify = () => '[]'; String.prototype.slice = () => 'x'; return await foldout.callTool('shop', 'echo', { text: 'a' })",
    value: { text: 'a' },
  },
  {
    name: 'an accessor at index 0 of Array.prototype',
    code: "Object.defineProperty(Array.prototype, '0', { set() { throw new Error('seen') }, get() { return 'shop' } }); console.log('a', 'b'); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /seen/,
  },
  {
    name: 'arguments whose toString changes its result',
    code: "let n = 0; const name = { toString() { n += 1; return n === 1 ? 'echo' : 'hidden' } }; return [await foldout.callTool('shop', name, { text: 'a' }), n]",
    value: [{ text: 'a' }, 1],
  },
  {
    name: 'a toJSON method on Array.prototype',
    code: "Array.prototype.toJSON = () => null; return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /VALIDATION_ERROR: The input is not valid JSON/,
  },
  {
    name: 'a `get` property on Object.prototype',
    code: "Object.prototype.get = () => 1; try { await foldout.callTool('shop', 'nope') } finally { return 1 }",
    error: 'RUNTIME_ERROR',
    message: /property descriptor/,
  },
  {
    name: 'an accessor for the constructor of promises',
    code: "Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error('seen') } }); return await foldout.callTool('shop', 'echo', { text: 'a' })",
    error: 'RUNTIME_ERROR',
    message: /seen/,
  },
];

const ERRORS: readonly Attempt[] = [
  {
    name: 'throwing getters in an error',
    code: "throw { get message() { throw new Error('inner') }, get stack() { return process } }",
    error: 'RUNTIME_ERROR',
    message: /without a message/,
  },
  { name: 'an endless message getter', code: 'throw { get message() { for (;;) {} } }', error: 'CPU_LIMIT' },
  {
    name: 'a huge error message',
    code: "throw new Error('x'.repeat(5e6))",
    error: 'RUNTIME_ERROR',
    message: /^x{100}/,
  },
  {
    name: 'a huge error message from toString',
    code: "throw { message: { toString() { return 'x'.repeat(5e6) } } }",
    error: 'RUNTIME_ERROR',
  },
  {
    name: 'throwing a proxy',
    code: 'throw new Proxy(new Error(), { get() { throw 1 } })',
    error: 'RUNTIME_ERROR',
  },
  { name: 'throwing undefined', code: 'throw undefined', error: 'RUNTIME_ERROR' },
  { name: 'throwing a symbol', code: "throw Symbol('s')", error: 'RUNTIME_ERROR' },
  {
    name: 'the functions on the stack, through prepareStackTrace',
    code: STACK_FUNCTIONS,
    value: 'no function of another file',
  },
  {
    name: 'prepareStackTrace through the accessor of the constructor',
    code: 'return Object.getOwnPropertyNames(Error).filter((name) => /stack/i.test(name))',
    value: [],
  },
  {
    name: 'host stack frames of a failed import',
    code: "try { await import('node:fs') } catch (e) { return /file:|node_modules|\\/packages\\//.test(String(e.stack) + String(e.message)) }",
    value: false,
  },
  {
    name: 'host stack frames of a failed call',
    code: "try { await foldout.callTool('shop', 'nope') } catch (e) { return /file:|node_modules|\\/packages\\//.test(e.stack) }",
    value: false,
  },
  {
    name: 'an error that imitates an interrupt',
    code: "const e = new Error('interrupted'); e.name = 'InternalError'; throw e",
    error: 'RUNTIME_ERROR',
    message: /interrupted/,
  },
  {
    name: 'an unhandled rejection',
    code: "Promise.reject(new Error('lost')); return 1",
    error: 'RUNTIME_ERROR',
    message: /lost/,
  },
  { name: 'the caller of a function', code: 'return typeof (function f() { return f.caller })()', value: 'undefined' },
  { name: '`this` at the top level', code: 'return typeof this', value: 'undefined' },
  { name: '`this` of a plain function', code: 'return (function () { return typeof this })()', value: 'undefined' },
  ...['undefined', 'null', '7'].map(
    (json): Attempt => ({
      name: `an error whose toJSON returns ${json}`,
      code: `Object.prototype.toJSON = () => ${json}; throw new Error('real')`,
      error: 'RUNTIME_ERROR',
      message: /^real/,
    }),
  ),
  {
    name: 'an error with an endless toJSON',
    code: 'Object.prototype.toJSON = () => { for (;;) {} }; throw { get message() { for (;;) {} } }',
    error: 'CPU_LIMIT',
  },
  ...['0:0', '-5:1', '99:1', '9'.repeat(400)].map(
    (place): Attempt => ({
      name: `a forged stack with the line ${place.slice(0, 5)}`,
      code: `throw { message: 'forged', stack: 'at script.ts:${place}' }`,
      error: 'RUNTIME_ERROR',
      message: /^forged$/,
    }),
  ),
];

const SUITES: Readonly<Record<string, readonly Attempt[]>> = {
  'host objects': HOST_OBJECTS,
  'code from text': CODE_FROM_TEXT,
  imports: MODULES,
  'endless computation': ENDLESS,
  'memory exhaustion': MEMORY,
  'output flooding': OUTPUT,
  'misuse of calls': CALLS,
  'hostile errors': ERRORS,
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
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
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
const shortRunner = codeRunner(sandbox, { limits: { ...LIMITS, ...SHORT } });
afterAll(() => sandbox.close());

describe('a script that tries to escape', () => {
  it('has more than sixty attempts', () => {
    expect(Object.values(SUITES).flat().length).toBeGreaterThan(60);
  });

  for (const [suite, attempts] of Object.entries(SUITES)) {
    describe(suite, () => {
      it.concurrent.each(attempts)('$name', { timeout: 60_000 }, async ({ code, error, message, value }) => {
        const short = [error].flat().some((code) => code === 'CPU_LIMIT' || code === 'TIME_LIMIT');
        const result = await (short ? shortRunner : runner).run(code, { engine });
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

  it('has exactly these globals, so that a new one fails this test', async () => {
    const result = await runner.run('return Object.getOwnPropertyNames(globalThis).sort()', { engine });
    expect(result.value).toEqual(GLOBALS);
  });

  it('reaches exactly these objects and functions, so that a new one fails this test', async () => {
    const { value, error } = await codeRunner(sandbox, { limits: { outputChars: 200_000 } }).run(REACHABLE, { engine });
    expect(error).toBeUndefined();
    await expect(`${(value as string[]).join('\n')}\n`).toMatchFileSnapshot('../../test-data/reachable.txt');
  });

  it('does not affect a server in the same process', async () => {
    const client = new DirectClient(engine);
    expect(await client.call('echo', { text: 'still here' })).toMatchObject({ success: true });
    expect(await runner.run("return await foldout.callTool('shop', 'echo', { text: 'b' })", { engine })).toMatchObject({
      value: { text: 'b' },
    });
  });
});

/** Walks from the globals, and from one value of each kind that syntax creates, to everything that can be reached. */
const REACHABLE = `const seen = new Set();
const paths = [];
const visit = (value, path) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  paths.push(path);
  visit(Object.getPrototypeOf(value), path + '.[[prototype]]');
  for (const key of Reflect.ownKeys(value)) {
    const { value: plain, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
    const name = path + '.' + (typeof key === 'symbol' ? '[' + String(key) + ']' : key);
    visit(plain, name);
    visit(get, name + '<get>');
    visit(set, name + '<set>');
  }
};
visit(globalThis, 'globalThis');
const made = {
  generator: (function* () {})(), asyncGenerator: (async function* () {})(), asyncFunction: async () => {},
  arguments: (function () { return arguments; })(), iterator: [].values(), mapIterator: new Map().entries(),
  setIterator: new Set().entries(), stringIterator: ''[Symbol.iterator](), matches: 'a'.matchAll(/a/g),
  iteratorHelper: [].values().map((x) => x), wrapped: Iterator.from({ next() {} }), error: new Error('a'),
  template: ((parts) => parts)\`a\`, importMeta: import.meta, module: await import('./foldout.ts'),
  result: await foldout.callTool('shop', 'echo', { text: 'a' }),
  toolError: await foldout.callTool('shop', 'nope').catch((error) => error),
};
for (const [name, value] of Object.entries(made)) visit(value, name);
return paths;`;

const GLOBALS: readonly string[] = (
  'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
  'DisposableStack Error EvalError Float16Array Float32Array Float64Array Infinity Int16Array Int32Array Int8Array ' +
  'Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String ' +
  'SuppressedError Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array ' +
  'Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet atob btoa console crypto decodeURI decodeURIComponent ' +
  'encodeURI encodeURIComponent escape foldout globalThis isFinite isNaN parseFloat parseInt sleep structuredClone ' +
  'undefined unescape'
).split(' ');
