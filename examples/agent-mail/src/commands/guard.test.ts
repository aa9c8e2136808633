import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail } from '../mail-under-test.ts';

let mail: MailUnderTest;
let folder: string;
let repo: string;
let hook: string;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob');
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-mail-guard-')));
  repo = join(folder, 'repo');
  hook = join(repo, '.git', 'hooks', 'pre-commit');
  execFileSync('git', ['init', '--quiet', '--template=', repo]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const install = (more = {}) => mail.data('install_precommit_guard', { code_repo_path: repo, ...more });
const uninstall = () => mail.data('uninstall_precommit_guard', { code_repo_path: repo });
const guards = () => mail.db.all('SELECT repo_path FROM guards');

function commit(path: string, env: Record<string, string> = {}) {
  mkdirSync(join(repo, path, '..'), { recursive: true });
  writeFileSync(join(repo, path), Math.random().toString());
  const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', PATH: process.env['PATH'] ?? '' };
  const options = { cwd: repo, env: { ...quiet, ...env }, encoding: 'utf8' } as const;
  execFileSync('git', ['add', path], options);
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stderr } = spawnSync('git', [...author, 'commit', '--quiet', '-m', 'x', path], options);
  return { done: status === 0, stderr };
}

describe('the pre-commit guard', () => {
  it('stops a commit to a file that another agent holds, names it, and lets the holder through', async () => {
    await install();
    // The hook goes by the real clock; the reservation is made to last beyond it.
    await mail.data('file_reservation_paths', { agent_name: 'Ann', paths: ['src/**/*.ts'] });
    mail.db.run("UPDATE reservations SET expires_ts = '9999-01-01T00:00:00.000Z'");
    await mail.data('file_reservation_paths', { agent_name: 'Ann', paths: ['other.txt'], exclusive: false });
    const stopped = commit('src/deep/a.ts', { AGENT_NAME: 'Bob' });
    expect(stopped.done).toBe(false);
    expect(stopped.stderr).toContain('src/deep/a.ts: Ann holds src/**/*.ts until 9999');
    expect(commit('src/a.ts').done).toBe(false);
    expect(commit('src/a.md', { AGENT_NAME: 'Bob' }).done).toBe(true);
    expect(commit('src/deep/a.ts', { AGENT_NAME: 'Bob', AGENT_MAIL_BYPASS: '1' }).done).toBe(true);
    expect(commit('src/deep/a.ts', { AGENT_NAME: 'ann' }).done).toBe(true);
    await mail.data('release_file_reservations', { agent_name: 'Ann' });
    expect(commit('src/deep/a.ts', { AGENT_NAME: 'Bob' }).done).toBe(true);
  });

  it('passes over reservations that have ended, and works in a package of ES modules', async () => {
    await install();
    await mail.data('file_reservation_paths', { agent_name: 'Ann', paths: ['**'], ttl_seconds: 60 });
    writeFileSync(join(repo, 'package.json'), '{ "type": "module" }');
    expect(commit('a.ts', { AGENT_NAME: 'Bob' })).toEqual({ done: true, stderr: '' });
  });

  it('is recorded once per repository and can be installed again', async () => {
    expect(await install()).toEqual({ hook, kept_hook: null });
    expect(await install({ code_repo_path: `${repo}/` })).toEqual({ hook, kept_hook: null });
    expect(guards()).toEqual([{ repo_path: repo }]);
    expect(await uninstall()).toEqual({ removed: true, restored_hook: null });
    expect(guards()).toEqual([]);
    expect(existsSync(hook)).toBe(false);
    expect(existsSync(join(repo, '.git', 'agent-mail-reservations.json'))).toBe(false);
  });

  it('never overwrites a hook of somebody else; it can be put aside and comes back', async () => {
    mkdirSync(join(repo, '.git', 'hooks'));
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    expect((await mail.refusal('install_precommit_guard', { code_repo_path: repo })).code).toBe('HOOK_EXISTS');
    expect(await install({ replace_existing: true })).toEqual({ hook, kept_hook: `${hook}.before-agent-mail` });
    expect(await uninstall()).toEqual({ removed: true, restored_hook: hook });
    expect(readFileSync(hook, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });

  it('leaves a hook alone that was changed by hand since', async () => {
    await install();
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    expect(await uninstall()).toEqual({ removed: false, restored_hook: null });
    expect(existsSync(hook)).toBe(true);
  });

  it('warns where git looks for hooks elsewhere', async () => {
    execFileSync('git', ['-C', repo, 'config', 'core.hooksPath', '.husky']);
    const { warnings } = await mail.call('install_precommit_guard', { code_repo_path: repo });
    expect(warnings?.[0]).toContain('core.hooksPath');
  });

  it('does not keep files from being reserved when its repository is gone', async () => {
    await install();
    rmSync(repo, { recursive: true });
    const wish = { agent_name: 'Ann', paths: ['a.ts'] };
    expect((await mail.data('file_reservation_paths', wish)).granted).toHaveLength(1);
    expect(existsSync(repo)).toBe(false);
  });

  it('that is not installed cannot be removed, and the answer says where guards are', async () => {
    const nowhere = await mail.refusal('uninstall_precommit_guard', { code_repo_path: repo });
    expect(nowhere.code).toBe('GUARD_NOT_INSTALLED');
    await install();
    const other = join(folder, 'other');
    execFileSync('git', ['init', '--quiet', '--template=', other]);
    const elsewhere = await mail.refusal('uninstall_precommit_guard', { code_repo_path: other });
    expect(elsewhere.suggestion).toContain(repo);
  });
});

describe('what is not a plain repository is refused, and nothing is written', () => {
  const refused = async (code_repo_path: string) => {
    const error = await mail.refusal('install_precommit_guard', { code_repo_path });
    expect(error.code).toBe('NOT_A_REPOSITORY');
    return error;
  };

  it('a folder without .git, a file, and a place that does not exist', async () => {
    mkdirSync(join(folder, 'plain'));
    writeFileSync(join(folder, 'file'), '');
    for (const name of ['plain', 'file', 'missing']) await refused(join(folder, name));
    expect(existsSync(join(folder, 'plain', '.git'))).toBe(false);
  });

  it('a folder inside a repository, and a .git folder that git did not make', async () => {
    mkdirSync(join(repo, 'src'));
    mkdirSync(join(folder, 'fake', '.git'), { recursive: true });
    await refused(join(repo, 'src'));
    await refused(join(folder, 'fake'));
  });

  it('a worktree, with the advice to use the main repository', async () => {
    mkdirSync(join(folder, 'tree'));
    writeFileSync(join(folder, 'tree', '.git'), `gitdir: ${repo}/.git/worktrees/tree\n`);
    expect((await refused(join(folder, 'tree'))).suggestion).toContain('main repository');
  });

  it('links that lead out of the folder: the folder, its .git, its hooks', async () => {
    symlinkSync(repo, join(folder, 'link'));
    mkdirSync(join(folder, 'half'));
    symlinkSync(join(repo, '.git'), join(folder, 'half', '.git'));
    await refused(join(folder, 'link'));
    await refused(join(folder, 'half'));
    mkdirSync(join(folder, 'outside'));
    symlinkSync(join(folder, 'outside'), join(repo, '.git', 'hooks'));
    await refused(repo);
    expect(existsSync(join(folder, 'outside', 'pre-commit'))).toBe(false);
  });

  it('a relative path', async () => {
    const error = await mail.refusal('install_precommit_guard', { code_repo_path: 'repo' });
    expect(error.code).toBe('VALIDATION_ERROR');
  });
});
