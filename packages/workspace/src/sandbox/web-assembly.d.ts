/** The types of WebAssembly that this package and the types of QuickJS use; `@types/node` does not have them. */
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
