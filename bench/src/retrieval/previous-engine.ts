import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SearchEngine, VectorTable } from '@foldout/core';
import { ROOT } from '../paths.ts';
import { say } from '../report.ts';
import type { Subject } from './subjects/subject.ts';

/** The engine before ranking was learned from pairs of request and tool: the version that this one is compared with. */
const COMMIT = '173964ff6119fa33851c6817c770d2ee56871c0b';

interface PreviousCore {
  readonly SearchEngine: typeof SearchEngine;
}

interface PreviousNode {
  readonly loadVectorTable: () => Promise<VectorTable>;
}

/** The previous version of the engine with its own vectors, built once from the git history. Undefined without that history. */
export async function previousEngine(): Promise<Subject | undefined> {
  const dist = builtPrevious();
  if (!dist) return undefined;
  const { SearchEngine: Previous } = (await import(dist('index.js'))) as PreviousCore;
  const { loadVectorTable } = (await import(dist('node.js'))) as PreviousNode;
  const vectors = await loadVectorTable();
  return {
    name: 'foldout-previous',
    build(tools) {
      const engine = new Previous({ vectors });
      for (const tool of tools) engine.upsert(tool);
      return {
        search: (query, limit) =>
          engine.search(query, { limit }).hits.map(({ tool, score }) => ({ id: tool.id, score })),
      };
    },
  };
}

function builtPrevious(): ((file: string) => string) | undefined {
  const folder = join(ROOT, '.cache', 'previous-engine', COMMIT);
  const core = join(folder, 'packages', 'core');
  const dist = (file: string): string => pathToFileURL(join(core, 'dist', file)).href;
  if (existsSync(join(core, 'dist', 'node.js'))) return dist;
  try {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', COMMIT, 'packages/core', 'tsconfig.base.json'], {
      cwd: ROOT,
      maxBuffer: 100e6,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', core]);
    return dist;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    say(
      `The previous engine is not compared: commit ${COMMIT} is not in the git history. Fetch it with: git fetch --unshallow`,
    );
    return undefined;
  }
}
