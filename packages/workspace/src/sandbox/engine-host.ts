import { createHash } from 'node:crypto';
import {
  type CallContext,
  type CatalogReader,
  type DryCall,
  type Engine,
  failure,
  success,
  type Words,
} from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import type { CodeHost, CodeRequest, Executor, ModuleTree, ScriptStore } from './contract.ts';
import { type DurableResult, runDurably } from './durable-script.ts';
import { joinModules } from './join-modules.ts';
import { modulesOfTools } from './modules-of-tools.ts';
import type { JournalStore } from './script-journal.ts';

/** The next steps of a script: the functions of './foldout.ts'. Results of calls within a script are never cut. */
const SCRIPT_WORDS: Words = {
  find: () => 'Use searchTools(query) to find a tool',
  describe: (name) => `Use describeTool(${JSON.stringify(name)}) to see the expected input schema`,
  call: (name, { input = {}, risk } = {}) => {
    const [server, tool] = name.split('/', 2);
    // A script cannot raise the risk that its caller allows.
    return risk
      ? undefined
      : tool && `callTool(${[server, tool, input].map((each) => JSON.stringify(each)).join(', ')})`;
  },
  more: () => undefined,
  less: () => undefined,
  enterContext: (context) => `Pass context: '${context}' to run_code`,
};

/** Gives a script the tools of an engine, with the scope, checks and middleware of its caller. */
export function engineHost(engine: Engine, caller: Partial<CallContext> = {}): CodeHost {
  const riskier: Words['call'] = (name, call = {}) =>
    call.risk ? caller.words?.call(name, call) : SCRIPT_WORDS.call(name, call);
  const context = { ...caller, words: { ...SCRIPT_WORDS, call: riskier } };
  return {
    callTool: (server, tool, input, signal, checkpoint) =>
      engine.call(
        { command: `${server}/${tool}`, input: input as Record<string, unknown> },
        { ...context, signal, checkpoint },
      ),
    searchTools: async (query, { limit }) => {
      const { tools, hits } = await engine.find({ query, level: 'signature', ...limited(limit) }, context);
      return success(tools.map((shown, i) => ({ ...shown, server: hits[i]?.tool.server, tool: hits[i]?.tool.name })));
    },
    describeTool: async (command) => {
      const result = engine.detail({ command, format: 'typescript' }, context);
      const entry = result.data?.[0];
      return entry?.found === false ? failure(entry.error) : success(entry);
    },
  };
}

/** The same script of the same caller, with the same limits, goes on where it stopped. */
function keyOf(code: string, { principal, activeContext, maxRisk }: Partial<CallContext>): string {
  const who = [principal?.name ?? null, principal?.client ?? null];
  return createHash('sha256')
    .update(JSON.stringify([who, activeContext, maxRisk, code]))
    .digest('hex');
}

function limited(limit: unknown): { limit?: number } {
  return typeof limit === 'number' && limit >= 1 ? { limit: Math.min(50, Math.floor(limit)) } : {};
}

/** The engine and the caller of a script. */
export interface EngineScript {
  readonly engine: Engine;
  /** The caller. All calls of the script run with this context. */
  readonly context?: Partial<CallContext> | undefined;
  readonly check?: boolean | undefined;
  /** Run only what reads, and list every other call instead. */
  readonly dryRun?: boolean | undefined;
}

/** For the option `runCode` of `createMcpServer`. */
export interface EngineCodeRunner {
  run(code: string, script: EngineScript): Promise<ScriptResult>;
}

/** The result of a script that ran for a caller. */
export interface ScriptResult extends DurableResult {
  /** The calls that a dry run did not make. */
  readonly wouldCall?: readonly DryCall[];
}

export interface CodeRunnerOptions extends Pick<CodeRequest, 'limits' | 'modules' | 'onPrint'> {
  /** Keeps scripts that wait for a person, so that they can go on later, also in another process. */
  readonly journals?: JournalStore | undefined;
  readonly extrasOf?: ((caller: Partial<CallContext>) => ScriptExtras) | undefined;
}

/** What the caller of a script has besides the tools: modules of saved functions, and a store. */
export interface ScriptExtras {
  readonly modules?: ModuleTree | undefined;
  readonly store?: ScriptStore | undefined;
}

/** Characters of a printed text that a progress notification shows. */
const PROGRESS_CHARS = 200;

/** Runs scripts with those tools of an engine that the caller may see. What a script prints is reported as progress. */
export function codeRunner(
  executor: Executor,
  { journals, extrasOf = () => ({}), ...options }: CodeRunnerOptions = {},
): EngineCodeRunner {
  const cache = new WeakMap<CatalogReader, { readonly version: number; readonly modules: ModuleTree }>();
  const modulesOf = (catalog: CatalogReader): ModuleTree => {
    const cached = cache.get(catalog);
    if (cached?.version === catalog.version) return cached.modules;
    const modules = modulesOfTools(callableTools(catalog));
    cache.set(catalog, { version: catalog.version, modules });
    return modules;
  };
  return {
    run: async (code, { engine, context = {}, check, dryRun }) => {
      const { signal, scope, sessionId } = context;
      const tools = options.modules ?? modulesOf(engine.catalog.view(scope));
      const { modules, store } = extrasOf(context);
      const wouldCall: DryCall[] = [];
      const caller = dryRun ? { ...context, dryRun: { note: (call: DryCall) => void wouldCall.push(call) } } : context;
      let printed = 0;
      const onPrint = (text: string): void => {
        printed += 1;
        context.reportProgress?.({ progress: printed, message: text.slice(0, PROGRESS_CHARS) });
        options.onPrint?.(text);
      };
      const request = {
        ...engineHost(engine, caller),
        ...options,
        onPrint,
        store,
        modules: modules ? joinModules(tools, modules) : tools,
        check,
        signal,
        owner: sessionId,
      };
      if (dryRun) return { ...(await executor.run(code, request)), wouldCall };
      if (!journals) return await executor.run(code, request);
      return await runDurably(executor, code, request, { store: journals, key: keyOf(code, context) });
    },
  };
}
