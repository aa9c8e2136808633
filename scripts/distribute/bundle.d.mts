export declare const MANIFEST: {
  readonly version: string;
  readonly server: { readonly mcp_config: { readonly args: readonly string[] } };
};
