interface Plugin {
  readonly version: string;
}

export declare function pluginFiles(): {
  readonly '.claude-plugin/marketplace.json': { readonly plugins: readonly (Plugin & { readonly source: string })[] };
  readonly 'foldout/.claude-plugin/plugin.json': Plugin;
  readonly 'foldout/.mcp.json': { readonly mcpServers: { readonly foldout: { readonly args: readonly string[] } } };
};
