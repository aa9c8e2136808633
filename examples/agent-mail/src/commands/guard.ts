import { resolve } from 'node:path';
import { z } from 'zod';
import { absolutePath, projectKey } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { installGuard, uninstallGuard } from '../rules/guards.ts';
import { findProject } from '../rules/projects.ts';

const repoPath = absolutePath.describe(
  'Absolute path of the root of a git repository on the machine of this server: the folder that contains .git.',
);

export const installPrecommitGuard = mailCommand({
  name: 'install_precommit_guard',
  summary: 'Install a git hook that stops commits to files others have reserved.',
  description: `
    Install a pre-commit hook into a git repository that refuses a commit when a staged file is covered by an active,
    exclusive file reservation of another agent. Reservations are advisory by themselves; the guard is what gives them
    teeth, at the moment when it matters and without asking the server.

    The hook is written to .git/hooks/pre-commit of code_repo_path, and the installation is recorded for the project.
    From then on each change of the project's reservations is also written to .git/agent-mail-reservations.json, which
    is all that the hook reads. Whoever commits is identified by the environment variable AGENT_NAME; a commit without
    it counts as somebody else's, so people are stopped as well. AGENT_MAIL_BYPASS=1 lets a single commit through.
    Installing again is harmless and refreshes the hook.

    Returns the path of the hook and, where an earlier hook was put aside, where it is kept. Pitfalls:
    - Only a plain repository folder is accepted (NOT_A_REPOSITORY otherwise). Worktrees and submodules keep their
      hooks elsewhere: install into the main repository, which serves its worktrees too.
    - An existing hook that this server did not write is never overwritten (HOOK_EXISTS). With replace_existing it is
      renamed, does not run while the guard is there, and comes back with uninstall_precommit_guard.
    - Where git is configured with core.hooksPath, as Husky does, git ignores .git/hooks; a warning says so.
    - Paths of reservations are matched from the root of the repository, so reserve them relative to it.`,
  category: 'infrastructure',
  tags: ['git', 'hook'],
  aliases: ['pre-commit hook', 'block commits', 'enforce reservations', 'git guard'],
  mutation: true,
  executionTime: 'fast',
  annotations: { idempotentHint: true },
  errors: ['PROJECT_NOT_FOUND', 'NOT_A_REPOSITORY', 'HOOK_EXISTS'],
  relatedTools: ['uninstall_precommit_guard', 'file_reservation_paths'],
  input: z.object({
    project_key: projectKey,
    code_repo_path: repoPath,
    replace_existing: z
      .boolean()
      .default(false)
      .describe('Put a foreign pre-commit hook aside instead of refusing. Default false.'),
  }),
  output: z.object({ hook: z.string(), kept_hook: z.string().nullable() }),
  examples: [
    {
      title: 'Guard a repository',
      input: { project_key: '/data/projects/backend', code_repo_path: '/data/projects/backend' },
    },
  ],
  run(mail, { project_key, code_repo_path, replace_existing }) {
    const project = findProject(mail, project_key);
    const repo = resolve(code_repo_path);
    const { shadowed, ...installed } = installGuard(mail, project, repo, replace_existing);
    const warning = 'git is configured with core.hooksPath, so it will not run this hook. Call it from there.';
    return answer(installed, `Installed the guard in '${repo}'.`, shadowed ? [warning] : []);
  },
});

export const uninstallPrecommitGuard = mailCommand({
  name: 'uninstall_precommit_guard',
  summary: 'Remove the pre-commit guard from a git repository.',
  description: `
    Remove the pre-commit guard from a git repository, together with the reservation file that it read, and forget the
    installation. A hook that install_precommit_guard had put aside is put back in its place, so that the repository is
    left as it was found. Reservations themselves are not touched; they only become advisory again.

    Use it when a repository leaves the project, before it is archived or handed to people who do not use this server,
    or when the guard gets in the way of everybody. To let a single commit through, do not uninstall: set
    AGENT_MAIL_BYPASS=1 for that commit. To free files that a silent agent holds, use force_release_file_reservation.

    Only files that this server wrote are deleted. When somebody has replaced the hook by hand since, their hook stays,
    the record is dropped, and removed is false. Returns removed and restored_hook (the path, or null). Pitfalls:
    - There is one guard per repository, not one per agent: uninstalling it takes it away from all.
    - A repository without a guard answers GUARD_NOT_INSTALLED and names those that have one.
    - A path that is no longer a git repository answers NOT_A_REPOSITORY; nothing is deleted there.`,
  category: 'infrastructure',
  tags: ['git', 'hook'],
  aliases: ['remove hook', 'disable guard', 'delete pre-commit'],
  mutation: true,
  destructive: true,
  confirmPrompt: 'This will remove the pre-commit guard from {code_repo_path} for every agent. Continue?',
  executionTime: 'fast',
  errors: ['NOT_A_REPOSITORY', 'GUARD_NOT_INSTALLED'],
  relatedTools: ['install_precommit_guard', 'force_release_file_reservation'],
  input: z.object({ code_repo_path: repoPath }),
  output: z.object({ removed: z.boolean(), restored_hook: z.string().nullable() }),
  examples: [{ title: 'Leave a repository as it was', input: { code_repo_path: '/data/projects/backend' } }],
  run(mail, { code_repo_path }) {
    const repo = resolve(code_repo_path);
    const result = uninstallGuard(mail, repo);
    return answer(
      result,
      result.removed ? `Removed the guard from '${repo}'.` : 'The hook there is not ours; it stays.',
    );
  },
});
