/**
 * Runs in the guest after the prelude: functions of the web that QuickJS does not have. `platform(operation, …texts)` asks the
 * host process (`guest-platform.ts`) and returns a text, or undefined for invalid arguments.
 */
export const GUEST_WEB = `(function (platform) {
  'use strict';
  const { parse } = JSON;
  const $String = String, $TypeError = TypeError;
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true });

  const decode = (text) => {
    const spaced = text.replaceAll('+', ' ');
    try {
      return decodeURIComponent(spaced);
    } catch {
      return spaced;
    }
  };
  const encode = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())
      .replaceAll('%20', '+');

  class URLSearchParams {
    #pairs = [];
    #changed = () => {};
    constructor(init = '', changed = undefined) {
      if (typeof changed === 'function') this.#changed = changed;
      if (typeof init === 'object' && init !== null) {
        const entries = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
        this.#pairs = entries.map(([name, value]) => [$String(name), $String(value)]);
      } else {
        for (const part of $String(init).replace(/^\\?/, '').split('&')) {
          if (part === '') continue;
          const at = part.indexOf('=');
          this.#pairs.push(at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]);
        }
      }
    }
    #set(pairs) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#set([...this.#pairs, [$String(name), $String(value)]]); }
    delete(name, value) {
      this.#set(this.#pairs.filter(([n, v]) => n !== $String(name) || (value !== undefined && v !== $String(value))));
    }
    get(name) { return this.#pairs.find(([n]) => n === $String(name))?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter(([n]) => n === $String(name)).map(([, value]) => value); }
    has(name, value) {
      return this.#pairs.some(([n, v]) => n === $String(name) && (value === undefined || v === $String(value)));
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([n]) => n === $String(name));
      const pair = [$String(name), $String(value)];
      if (at < 0) return this.#set([...this.#pairs, pair]);
      this.#set(this.#pairs.flatMap((each, i) => (i === at ? [pair] : each[0] === pair[0] ? [] : [each])));
    }
    sort() { this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))); }
    forEach(callback) { for (const [name, value] of this.#pairs) callback(value, name, this); }
    keys() { return this.#pairs.map(([name]) => name).values(); }
    values() { return this.#pairs.map(([, value]) => value).values(); }
    entries() { return this.#pairs.map(([name, value]) => [name, value]).values(); }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&'); }
  }

  class URL {
    #parts;
    #params;
    constructor(url, base = undefined) {
      const texts = base === undefined ? [$String(url)] : [$String(url), $String(base)];
      const json = platform('url', ...texts);
      if (json === undefined) throw new $TypeError("Invalid URL: '" + texts.join("' with base '").slice(0, 200) + "'");
      this.#parts = parse(json);
    }
    static canParse(url, base) { return URL.parse(url, base) !== null; }
    static parse(url, base) {
      try {
        return new URL(url, base);
      } catch {
        return null;
      }
    }
    static part(url, name, value) {
      const json = platform('set', url.#parts.href, name, $String(value));
      if (json === undefined) throw new $TypeError("Invalid URL: '" + $String(value).slice(0, 200) + "'");
      url.#parts = parse(json);
      if (name === 'search' || name === 'href') url.#params = undefined;
    }
    static read(url, name) { return url.#parts[name]; }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.#parts.search, (text) => {
        this.#parts = parse(platform('set', this.#parts.href, 'search', text));
      });
      return this.#params;
    }
    toString() { return this.#parts.href; }
    toJSON() { return this.#parts.href; }
  }
  const { part, read } = URL;
  delete URL.part;
  delete URL.read;
  for (const name of ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'origin']) {
    Object.defineProperty(URL.prototype, name, {
      configurable: true,
      enumerable: true,
      get() { return read(this, name); },
      ...(name !== 'origin' && { set(value) { part(this, name, value); } }),
    });
  }

  const bytesOf = (count) => {
    const hex = platform('random', $String(count));
    if (hex === undefined) throw new $TypeError('At most 65,536 random bytes at once');
    return Uint8Array.fromHex ? Uint8Array.fromHex(hex) : Uint8Array.from({ length: count }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  };
  const crypto = {
    getRandomValues(array) {
      if (!ArrayBuffer.isView(array) || array instanceof DataView || /Float/.test(array[Symbol.toStringTag]))
        throw new $TypeError('getRandomValues needs an array of integers, such as a Uint8Array');
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytesOf(array.byteLength));
      return array;
    },
    randomUUID() {
      const bytes = bytesOf(16);
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };

  define(globalThis, 'URL', URL);
  define(globalThis, 'URLSearchParams', URLSearchParams);
  define(globalThis, 'crypto', Object.freeze(crypto));
  define(globalThis, 'sleep', globalThis.foldout.sleep);
})`;
