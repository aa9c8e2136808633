import type { CallContext, Engine, ToolScope } from '@foldout/core';
import type { Executor, SandboxOptions, ScriptExtras } from '@foldout/workspace';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import type { SharedState } from '../state/shared-state.ts';
import { FUNCTIONS_SERVER, functionCommands, principalOf } from './function-commands.ts';
import { FunctionShelf } from './function-shelf.ts';
import { FunctionSource } from './function-source.ts';
import { principalStore } from './principal-store.ts';

type Workspace = typeof import('@foldout/workspace');

/** Saved functions and the store of scripts, for one gateway. */
export interface Functions {
  readonly shelf: FunctionShelf;
  /** What the scripts of a caller can use besides the tools. */
  extrasOf(caller: Partial<CallContext>): ScriptExtras;
  /** Adds the functions to a catalog, and follows their changes. */
  attach(engine: Engine): void;
  close(): Promise<void>;
}

export interface FunctionsOptions {
  readonly config: Pick<GatewayConfig, 'http' | 'mcpServers'>;
  readonly state: SharedState;
  readonly log: Log;
  readonly workspace: Workspace;
  readonly sandbox?: SandboxOptions;
}

/** A function that is called as a tool cannot call another one as a tool: every such call needs a process of its own. */
const NO_FUNCTIONS = new WeakMap<object, ToolScope>();
const EVERYTHING = {};

export function openFunctions({ config, state, log, workspace, sandbox }: FunctionsOptions): Functions {
  const shelf = new FunctionShelf({ documents: state.documents, read: workspace.readFunction });
  // Not the sandbox of scripts: a script that calls a function would wait for a place that it holds itself.
  const executor = new workspace.Sandbox(sandbox);
  const extrasOf = (caller: Partial<CallContext>): ScriptExtras => {
    const principal = principalOf(caller);
    return {
      modules: workspace.modulesOfFunctions(shelf.visibleTo(principal)),
      store: principalStore(state.documents, principal),
    };
  };
  const load = (): Promise<void> =>
    shelf.load().catch((error: unknown) => {
      log.warn(`saved functions cannot be read: ${error instanceof Error ? error.message : error}`);
    });
  const stop = state.subscribe(({ kind, key }) => {
    if (kind === 'documents' && (key === 'function' || key === '*')) void load();
  });
  return {
    shelf,
    extrasOf,
    attach: (engine) => {
      if (Object.hasOwn(config.mcpServers, FUNCTIONS_SERVER)) {
        log.warn(
          `a server is named '${FUNCTIONS_SERVER}', so saved functions are not listed as tools. Rename the server`,
        );
      } else engine.catalog.attach(sourceOf(config, shelf, executor, workspace, engine, extrasOf), { notify: false });
      void load();
    },
    close: async () => {
      stop();
      await executor.close();
    },
  };
}

function sourceOf(
  config: FunctionsOptions['config'],
  shelf: FunctionShelf,
  executor: Executor,
  workspace: Workspace,
  engine: Engine,
  extrasOf: Functions['extrasOf'],
): FunctionSource {
  const runner = workspace.codeRunner(executor, { extrasOf });
  const { tokens, oauth, signIn } = config.http ?? {};
  const isShared = [tokens, oauth, signIn].some((one) => one !== undefined);
  const listsDraftsOf = (principal: string): boolean => !isShared && principal === principalOf({});
  const commands = functionCommands({
    shelf,
    read: workspace.readFunction,
    form: workspace.FUNCTION_FORM,
    listsDraftsOf,
    check: (read, context) => {
      const tools = workspace.modulesOfTools(engine.list({}, context));
      const { modules } = extrasOf(context);
      return workspace.checkFunction(
        read,
        async (path) => (await tools(path)) ?? (await modules?.(path)),
        context.signal,
      );
    },
  });
  return new FunctionSource({
    shelf,
    commands,
    listsDraftsOf,
    run: (saved, input, context) =>
      runner.run(workspace.callingScript(saved.name, input), {
        engine,
        context: { ...context, nested: true, scope: withoutFunctions(context.scope) },
      }),
  });
}

/** The same scope gives the same object, because views of the catalog are cached by their scope. */
function withoutFunctions(scope: ToolScope | undefined): ToolScope {
  const key = scope ?? EVERYTHING;
  let without = NO_FUNCTIONS.get(key);
  if (!without) {
    without = {
      allows: (tool) => tool.server !== FUNCTIONS_SERVER && scope?.allows(tool) !== false,
      allowsServer: (...server) => scope === undefined || scope.allowsServer?.(...server) === true,
    };
    NO_FUNCTIONS.set(key, without);
  }
  return without;
}
