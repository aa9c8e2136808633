import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mail } from '../mail.ts';
import type { Guard, Project } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { gitFolderOf, hasOtherHooksPath, statOf } from './git-folder.ts';
import { HOOK, HOOK_MARK, SNAPSHOT } from './precommit-hook.ts';

/** Where a hook that was there before waits until the guard is uninstalled. */
const KEPT = 'pre-commit.before-agent-mail';

const hookIn = (gitFolder: string) => join(gitFolder, 'hooks', 'pre-commit');
const keptIn = (gitFolder: string) => join(gitFolder, 'hooks', KEPT);

function isOurs(hook: string): boolean {
  return statOf(hook)?.isFile() === true && readFileSync(hook, 'utf8').includes(HOOK_MARK);
}

/** Writes the hook and records it. Installing twice refreshes the hook. */
export function installGuard(mail: Mail, project: Project, repoPath: string, replaceExisting: boolean) {
  const { db, now } = mail;
  const gitFolder = gitFolderOf(repoPath);
  const hook = hookIn(gitFolder);
  const foreign = statOf(hook) !== undefined && !isOurs(hook);
  if (foreign && (!replaceExisting || statOf(keptIn(gitFolder)))) {
    const advice = statOf(keptIn(gitFolder))
      ? `Remove '${keptIn(gitFolder)}' first: an earlier hook is already kept there.`
      : 'Set replace_existing: true to put it aside until the guard is uninstalled.';
    throw new Refusal('HOOK_EXISTS', `'${hook}' is a hook that this server did not write.`, advice, { hook });
  }
  const known = db.first<Guard>('SELECT * FROM guards WHERE repo_path = ?', repoPath);
  db.run('DELETE FROM guards WHERE repo_path = ?', repoPath);
  const installed_ts = known?.installed_ts ?? now();
  db.insert('guards', { project_id: project.id, repo_path: repoPath, installed_ts });

  mkdirSync(join(gitFolder, 'hooks'), { recursive: true });
  if (foreign) renameSync(hook, keptIn(gitFolder));
  else rmSync(hook, { force: true });
  writeFileSync(hook, HOOK, { flag: 'wx' });
  chmodSync(hook, 0o755);
  publishReservations(mail, project);
  return { hook, kept_hook: foreign ? keptIn(gitFolder) : null, shadowed: hasOtherHooksPath(gitFolder) };
}

/** Takes the hook away and puts back the one that was there before. Answers what was found. */
export function uninstallGuard({ db }: Mail, repoPath: string) {
  const gitFolder = gitFolderOf(repoPath);
  const known = db.first<Guard>('SELECT * FROM guards WHERE repo_path = ?', repoPath);
  const hook = hookIn(gitFolder);
  const ours = isOurs(hook);
  if (!known && !ours) {
    const recorded = db.all<Guard>('SELECT * FROM guards ORDER BY repo_path').map((guard) => `'${guard.repo_path}'`);
    throw new Refusal(
      'GUARD_NOT_INSTALLED',
      `No guard is installed in '${repoPath}'.`,
      recorded.length > 0 ? `Guards are installed in ${recorded.join(', ')}.` : 'There is nothing to remove.',
    );
  }
  db.run('DELETE FROM guards WHERE repo_path = ?', repoPath);
  if (ours) rmSync(hook);
  rmSync(join(gitFolder, SNAPSHOT), { force: true });
  const restored = ours && statOf(keptIn(gitFolder)) !== undefined;
  if (restored) renameSync(keptIn(gitFolder), hook);
  return { removed: ours, restored_hook: restored ? hook : null };
}

/**
 * Tells the hooks of a project what is reserved exclusively. A repository that has been moved or deleted since is
 * passed over: reserving files must not fail because of it.
 */
export function publishReservations({ db, now }: Mail, project: Project): void {
  const guards = db.all<Guard>('SELECT * FROM guards WHERE project_id = ?', project.id);
  if (guards.length === 0) return;
  const reservations = db.all(
    `SELECT a.name AS agent, r.path_pattern, r.expires_ts FROM reservations r JOIN agents a ON a.id = r.agent_id
     WHERE r.project_id = ? AND r.exclusive = 1 AND r.released_ts IS NULL AND r.expires_ts > ? ORDER BY r.id`,
    project.id,
    now(),
  );
  const text = `${JSON.stringify({ project: project.human_key, reservations }, null, 2)}\n`;
  for (const { repo_path } of guards) {
    try {
      const target = join(gitFolderOf(repo_path), SNAPSHOT);
      // Renamed into place, so that a hook never reads half of it and a planted link is not followed.
      rmSync(`${target}.new`, { force: true });
      writeFileSync(`${target}.new`, text, { flag: 'wx' });
      renameSync(`${target}.new`, target);
    } catch {}
  }
}
