/**
 * Runs in the guest before the script. It removes everything that creates code from text (`eval`, `Function`), and creates
 * `console` and `foldout` from four host functions. This closure keeps the host functions and the built-ins that it uses,
 * so that prototype pollution by the script cannot reach them.
 *
 * `send(id, kind, json)` calls the host and `print(text)` prints. Both return whether the run is over; then `stopIf` loops
 * until the interrupt handler stops the script, which the script cannot catch. `finish(json)` and `fail(json)` end the run.
 */
export const GUEST_PRELUDE = `(function (print, send, finish, fail, outputChars, inputChars) {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { defineProperty, freeze, create } = Object;
  const { slice } = String.prototype;
  const { from } = Array;
  const { join } = Array.prototype;
  const $Promise = Promise, $String = String, $Number = Number, $Error = Error, $TypeError = TypeError;
  const { get: rawOf, set: keepRaw } = WeakMap.prototype;
  const raws = new WeakMap();

  const refused = function Function() { throw new $TypeError('eval and Function are disabled in the sandbox'); };
  for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: refused, writable: false, configurable: false });
  }
  for (const name of ['eval', 'Function', 'SharedArrayBuffer', 'Atomics', 'performance', 'WeakRef', 'FinalizationRegistry', 'queueMicrotask', 'InternalError', 'DOMException']) {
    delete globalThis[name];
  }
  // The getter returns the function that called another one.
  delete Object.getPrototypeOf(refused).caller;
  // A function that formats stack traces gets the functions on the stack, among them those of this closure.
  for (const name of ['prepareStackTrace', 'stackTraceLimit', 'captureStackTrace']) delete $Error[name];

  const stopIf = (over) => { while (over); };
  const clip = (text, length) => (text.length > length ? apply(slice, text, [0, length]) : text);
  // Map, Set and BigInt get a toJSON method: a replacer function for every value would take longer than sending it.
  const sendAs = (kind, toJSON) => defineProperty(kind.prototype, 'toJSON', { value: toJSON, writable: true, configurable: true });
  sendAs(Map, function toJSON() { return from(this); });
  sendAs(Set, function toJSON() { return from(this); });
  sendAs(BigInt, function toJSON() { return $String(this); });

  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (value instanceof $Error) return $String(value.stack ? value.name + ': ' + value.message + '\\n' + value.stack : value);
      if (typeof value === 'object' && value !== null) return $String(stringify(value));
      return typeof value === 'function' ? '[function ' + value.name + ']' : $String(value);
    } catch {
      return '[cannot be printed]';
    }
  };
  const write = (...values) => {
    const parts = [];
    for (let i = 0; i < values.length; i += 1) defineProperty(parts, i, { value: clip(show(values[i]), outputChars + 1), enumerable: true });
    stopIf(print(clip(apply(join, parts, [' ']), outputChars + 1)));
  };
  const lines = {};
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) lines[level] = (...values) => write(...values);
  defineProperty(globalThis, 'console', { value: freeze(lines) });

  const waiting = create(null);
  let last = 0;
  const ask = (kind, args) => {
    const { stack } = new $Error();
    let over = false;
    const answer = new $Promise((resolve, reject) => {
      const json = stringify(args);
      if (json.length > inputChars) throw new $TypeError('The input of ' + kind + ' has more than ' + inputChars + ' characters');
      last += 1;
      waiting[last] = { resolve, reject, stack, kind };
      over = send(last, kind, json);
    });
    // Outside of the promise executor, which would catch the interrupt.
    stopIf(over);
    return answer;
  };
  /** A text that is a JSON object or list comes parsed; the text itself is kept for rawResult. */
  const plain = (value) => {
    if (typeof value !== 'string' || (value[0] !== '{' && value[0] !== '[')) return value;
    try {
      const parsed = parse(value);
      apply(keepRaw, raws, [parsed, value]);
      return parsed;
    } catch {
      return value;
    }
  };
  const settle = (id, success, json) => {
    const { resolve, reject, stack, kind } = waiting[id];
    delete waiting[id];
    // A stored text comes back as it was stored.
    if (success) return resolve(json === '' ? undefined : kind === 'store' ? parse(json) : plain(parse(json)));
    const { code, message, suggestion } = parse(json);
    const error = new $Error(code + ': ' + message);
    defineProperty(error, 'name', { value: 'ToolError' });
    defineProperty(error, 'code', { value: code, enumerable: true });
    defineProperty(error, 'suggestion', { value: suggestion, enumerable: true });
    defineProperty(error, 'stack', { value: stack });
    reject(error);
  };
  defineProperty(globalThis, 'foldout', {
    value: freeze({
      callTool: (server, tool, input = {}) => ask('callTool', [$String(server), $String(tool), input]),
      searchTools: (query, options = {}) => ask('searchTools', [$String(query), options]),
      describeTool: (name) => ask('describeTool', [$String(name)]),
      rawResult: (value) => apply(rawOf, raws, [value]) ?? value,
      sleep: (ms) => ask('sleep', [$Number(ms)]),
      store: freeze({
        get: (key) => ask('store', ['get', $String(key)]),
        set: (key, value) => ask('store', ['set', $String(key), value]),
        delete: (key) => ask('store', ['delete', $String(key)]),
        keys: () => ask('store', ['keys', '']),
      }),
    }),
  });

  const text = (read) => {
    try {
      const value = read();
      return value === undefined ? '' : clip($String(value), 4000);
    } catch {
      return '';
    }
  };
  const describe = (error) => {
    const thrown = (typeof error === 'object' && error !== null) || typeof error === 'function';
    // No prototype, so that the script cannot change how it is serialized.
    const description = create(null);
    description.name = thrown ? text(() => error.name) : '';
    description.message = text(() => (thrown ? error.message : error)) || 'The script threw something without a message';
    description.stack = thrown ? text(() => error.stack) : '';
    description.suggestion = thrown ? text(() => (error.name === 'ToolError' ? error.suggestion : undefined)) : '';
    return stringify(description);
  };
  const refuse = (error) => fail(describe(error));
  const end = (value) => {
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      return refuse(error);
    }
    finish(json === undefined ? undefined : clip(json, outputChars + 1));
  };
  /** If the default export is a function, it is the script's main function. */
  const watch = async (module) => {
    try {
      const { default: main } = await module;
      end(await (typeof main === 'function' ? main() : main));
    } catch (error) {
      refuse(error);
    }
  };
  return freeze({ settle, watch, describe });
})`;
