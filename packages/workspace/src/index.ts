// The public API: removing an export is a breaking change.
export { checkFunction } from './functions/check-function.ts';
export { FunctionError } from './functions/function-error.ts';
export { callingScript, type FunctionFile, functionFiles, modulesOfFunctions } from './functions/function-modules.ts';
export { FUNCTION_FORM, FUNCTION_LIMITS, type ReadFunction, readFunction } from './functions/read-function.ts';
export { writeFunctions } from './functions/write-functions.ts';
export { type NamedServer, type NamedTool, nameTools, type TreeTool } from './names/named-tools.ts';
export {
  FilesystemNavigator,
  type ServerInfo,
  type ToolDefinition,
  type ToolDescription,
  type ToolInfo,
} from './navigation/filesystem-navigator.ts';
export { NavigationError, type NavigationErrorCode } from './navigation/inside-root.ts';
export { DETAIL_LEVELS, type DetailLevel, LeveledLoader, type LoadedTool } from './navigation/leveled-loader.ts';
export { type SearchToolsOptions, searchTools } from './navigation/search-tools.ts';
export {
  type SearchResult,
  TREE_SEARCH_DEFAULTS,
  TreeSearch,
  type TreeSearchOptions,
} from './navigation/tree-search.ts';
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
  type ScriptStore,
} from './sandbox/contract.ts';
export {
  type CodeRunnerOptions,
  codeRunner,
  type EngineCodeRunner,
  type EngineScript,
  engineHost,
  type ScriptExtras,
  type ScriptResult,
} from './sandbox/engine-host.ts';
export { modulesOfTools } from './sandbox/modules-of-tools.ts';
export { runCode, Sandbox, type SandboxOptions } from './sandbox/sandbox.ts';
export type { JournalBatch, JournalStore, StoredJournal } from './sandbox/script-journal.ts';
export { POOL_DEFAULTS } from './sandbox/worker-pool.ts';
export type { Skill } from './skills/skill.ts';
export { type SkillPlace, skillsFor } from './skills/skills-for.ts';
export { type GenerateTreeOptions, generateTree, type TreeProgress } from './tree/generate-tree.ts';
export { TreeError } from './tree/tree-folder.ts';
export { type TreeFile, treeFiles } from './tree/tree-plan.ts';
export type { KeptFile, TreeReport } from './tree/tree-report.ts';
