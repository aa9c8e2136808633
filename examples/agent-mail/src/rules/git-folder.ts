import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

/** The `.git` folder of a repository. Links are not followed: what is written stays inside the folder that was given. */
export function gitFolderOf(repoPath: string): string {
  if (!statOf(repoPath)?.isDirectory()) {
    throw notARepository(repoPath, 'it is not a folder', 'Give the absolute path of a folder, not a link to one.');
  }
  const folder = join(repoPath, '.git');
  const found = statOf(folder);
  if (found?.isFile()) {
    const advice = 'Install the guard in the main repository; its hooks also run for its worktrees.';
    throw notARepository(repoPath, 'it is a worktree or submodule, whose hooks live elsewhere', advice);
  }
  if (!found?.isDirectory() || !statOf(join(folder, 'HEAD'))?.isFile()) {
    const advice = 'Give the root of the repository, the folder that contains .git, or run git init there first.';
    throw notARepository(repoPath, 'it has no .git folder', advice);
  }
  const hooks = statOf(join(folder, 'hooks'));
  if (hooks && !hooks.isDirectory()) {
    throw notARepository(
      repoPath,
      'its .git/hooks is not a plain folder',
      'Make .git/hooks a folder of its own first.',
    );
  }
  return folder;
}

/** Git then runs hooks from another folder and never looks at `.git/hooks`. */
export function hasOtherHooksPath(gitFolder: string): boolean {
  const config = join(gitFolder, 'config');
  return statOf(config)?.isFile() === true && /^\s*hookspath\s*=/im.test(readFileSync(config, 'utf8'));
}

export function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function notARepository(repoPath: string, why: string, advice: string): Refusal {
  return new Refusal('NOT_A_REPOSITORY', `'${repoPath}' cannot take a hook: ${why}.`, advice, {
    code_repo_path: repoPath,
  });
}
