// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { serverFolderNames, toolFunctionNames } from './naming.ts';
export {
  CODE_ERRORS,
  CODE_LIMITS,
  type CodeCall,
  type CodeError,
  type CodeErrorCode,
  type CodeHost,
  type CodeLimits,
  type CodeRequest,
  type CodeResult,
  type Executor,
  type ModuleTree,
} from './sandbox/contract.ts';
export { codeRunner, type EngineCodeRunner, type EngineScript, engineHost } from './sandbox/engine-host.ts';
export { modulesOfTools } from './sandbox/modules-of-tools.ts';
export { runCode, Sandbox, type SandboxOptions } from './sandbox/sandbox.ts';
export { POOL_DEFAULTS } from './sandbox/worker-pool.ts';
