/** Node has WebAssembly, its types do not: the little of it that is used here, and that QuickJS's types name. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  type Global = object;
  type Table = object;
  type Instance = object;
  function compile(bytes: Uint8Array): Promise<Module>;
}
