import { type CallContext, type CatalogReader, type Engine, failure, success } from '@foldout/core';
import type { CodeHost, CodeRequest, CodeResult, Executor, ModuleTree } from './contract.ts';
import { modulesOfTools } from './modules-of-tools.ts';

/** Lets a script call, search and read the tools of an engine as its caller could: same scope, checks and middleware. */
export function engineHost(engine: Engine, given: Partial<CallContext> = {}): CodeHost {
  return {
    callTool: (server, tool, input, signal) =>
      engine.call({ command: `${server}/${tool}`, input: input as Record<string, unknown> }, { ...given, signal }),
    searchTools: async (query, { limit }) => {
      const { tools, hits } = await engine.find({ query, level: 'signature', ...limited(limit) }, given);
      return success(tools.map((shown, i) => ({ ...shown, server: hits[i]?.tool.server, tool: hits[i]?.tool.name })));
    },
    describeTool: async (command) => {
      const result = engine.detail({ command, format: 'typescript' }, given);
      const entry = result.data?.[0];
      return entry?.found === false ? failure(entry.error) : success(entry);
    },
  };
}

function limited(limit: unknown): { limit?: number } {
  return typeof limit === 'number' && limit >= 1 ? { limit: Math.min(50, Math.floor(limit)) } : {};
}

/** A script that came from a caller of an engine. */
export interface EngineScript {
  readonly engine: Engine;
  /** Who is calling: what the script calls is called by them. */
  readonly context?: Partial<CallContext> | undefined;
  readonly check?: boolean | undefined;
}

/** What `createMcpServer({ runCode })` takes. */
export interface EngineCodeRunner {
  run(code: string, script: EngineScript): Promise<CodeResult>;
}

/** Runs scripts against the tools of an engine that exist for the caller. */
export function codeRunner(
  executor: Executor,
  options: Pick<CodeRequest, 'limits' | 'modules' | 'onPrint'> = {},
): EngineCodeRunner {
  const kept = new WeakMap<CatalogReader, { readonly version: number; readonly modules: ModuleTree }>();
  const modulesOf = (catalog: CatalogReader): ModuleTree => {
    const known = kept.get(catalog);
    if (known?.version === catalog.version) return known.modules;
    const callable = catalog.entries().filter(({ tool, source }) => tool.enabled && source.exposes(tool));
    const modules = modulesOfTools(callable.map(({ tool }) => tool));
    kept.set(catalog, { version: catalog.version, modules });
    return modules;
  };
  return {
    run: (code, { engine, context = {}, check }) => {
      const { signal, scope } = context;
      const modules = options.modules ?? modulesOf(engine.catalog.view(scope));
      return executor.run(code, { ...engineHost(engine, context), ...options, modules, check, signal });
    },
  };
}
