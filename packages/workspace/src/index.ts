// Everything named here is public: adding a name is a promise, removing one is a breaking change.

// The tree of tools: generating, walking, searching it, and the skills that explain it.
export type { Skill } from './skills/skill.ts';
export { skillsFor } from './skills/skills-for.ts';
export {
  type GenerateTreeOptions,
  generateTree,
  type KeptFile,
  type TreeProgress,
  type TreeReport,
} from './tree/generate-tree.ts';
export { TreeError } from './tree/tree-folder.ts';
export { type TreeFile, treeFiles } from './tree/tree-plan.ts';
