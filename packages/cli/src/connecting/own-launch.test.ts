import { describe, expect, it } from 'vitest';
import { ownLaunch } from './own-launch.ts';

describe('the command that a client starts', () => {
  it('has absolute paths of Node and of the program', () => {
    expect(ownLaunch(['serve'], '/opt/foldout/bin/foldout.js', 'linux', '')).toEqual({
      command: process.execPath,
      args: ['/opt/foldout/bin/foldout.js', 'serve'],
    });
  });

  it('is npx where npx has started the program, because the cache of npx may be emptied', () => {
    const program = ['', 'home', '.npm', '_npx', 'a1', 'node_modules', 'foldout', 'bin', 'foldout.js'];
    const path = program.join(process.platform === 'win32' ? '\\' : '/');
    expect(ownLaunch(['serve'], path, 'linux', '')).toMatchObject({
      command: 'npx',
      args: ['-y', '--prefer-offline', /^foldout@/, 'serve'].map(anyMatch),
    });
    expect(ownLaunch(['serve'], path, 'win32', '')).toMatchObject({ command: 'cmd' });
  });

  it('is the single executable where that has started the program', () => {
    expect(ownLaunch(['serve'], '/cache/foldout/bin/foldout.js', 'linux', '/opt/foldout')).toEqual({
      command: '/opt/foldout',
      args: ['serve'],
    });
  });
});

function anyMatch(part: string | RegExp): unknown {
  return typeof part === 'string' ? part : expect.stringMatching(part);
}
