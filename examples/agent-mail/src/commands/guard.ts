import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { humanKey, project_key } from '../fields.ts';
import { activeReservations, later, type Mail, type Project, projectOf } from '../mail.ts';
import { CHANGES, category, Refusal } from '../mail-command.ts';

const RESERVATIONS = 'agent-mail-reservations';

/** Reads `holder until pattern` lines. AGENT_NAME is the committing agent. In a shell `case`, * matches slashes too. */
const HOOK = `#!/bin/sh
# agent-mail pre-commit guard: refuses a commit that touches files which another agent has reserved.
status=0
while read -r holder until pattern; do
  [ "$holder" = "$AGENT_NAME" ] && continue
  [ "$(date -u +%Y-%m-%dT%H:%M:%S)" \\> "$until" ] && continue
  for path in $(git diff --cached --name-only); do
    case "$path" in $pattern) echo "$path: $holder holds $pattern until $until" >&2; status=1 ;; esac
  done
done < "$(git rev-parse --git-common-dir)/${RESERVATIONS}"
exit $status
`;

/** Writes the active exclusive reservations to the files that the pre-commit hooks read. */
export function writeReservations(mail: Mail, project: Project): void {
  const exclusive = activeReservations(mail, project).filter((one) => one.exclusive);
  const lines = exclusive.map(({ agent, expires_ts, path_pattern }) => `${agent} ${expires_ts} ${path_pattern}\n`);
  for (const git of project.guarded) writeFileSync(join(git, RESERVATIONS), lines.join(''));
}

export const guardCommands = (mail: Mail) => {
  const write = category('infrastructure', CHANGES);
  const code_repo_path = humanKey.describe('Absolute path of a git repository.');
  const hookOf = (repository: string) => {
    const git = join(repository, '.git');
    if (!existsSync(join(git, 'hooks'))) {
      throw new Refusal('NOT_A_REPOSITORY', `'${repository}' has no .git/hooks.`, 'Give the root of a git repository.');
    }
    const file = join(git, 'hooks', 'pre-commit');
    const isOurs = existsSync(file) && readFileSync(file, 'utf8').includes('agent-mail pre-commit guard');
    return { git, file, isOurs, exists: existsSync(file) };
  };
  return [
    write(
      'install_precommit_guard',
      'Install a git hook that stops commits to files others have reserved. AGENT_NAME in the environment says who ' +
        'commits.',
      {
        project_key,
        code_repo_path,
        replace_existing: z.boolean().default(false).describe('Overwrite a hook that is there.'),
      },
      ({ project_key, code_repo_path, replace_existing }) => {
        const project = projectOf(mail, project_key);
        const { git, file, isOurs, exists } = hookOf(code_repo_path);
        if (exists && !isOurs && !replace_existing) {
          throw new Refusal('HOOK_EXISTS', `'${file}' is there already.`, 'Pass replace_existing to overwrite it.');
        }
        writeFileSync(file, HOOK, { mode: 0o755 });
        project.guarded.add(git);
        writeReservations(mail, project);
        return { hook: file, installed_ts: later(mail) };
      },
    ),
    write(
      'uninstall_precommit_guard',
      'Remove the pre-commit guard from a git repository. Reservations are not touched.',
      { code_repo_path },
      ({ code_repo_path }) => {
        const { git, file, isOurs } = hookOf(code_repo_path);
        if (!isOurs) throw new Refusal('GUARD_NOT_FOUND', `'${file}' is not our guard.`, 'Nothing is left to do.');
        for (const path of [file, join(git, RESERVATIONS)]) rmSync(path, { force: true });
        for (const { guarded } of mail.projects.values()) guarded.delete(git);
        return { removed: file };
      },
      { destructive: true, confirmPrompt: 'This will remove the guard of {code_repo_path}. Continue?' },
    ),
  ];
};
