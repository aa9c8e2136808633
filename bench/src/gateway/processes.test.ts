import { describe, expect, it } from 'vitest';
import { parseProcesses, treeOf } from './processes.ts';

const LISTING = `
    1     0   900 Ss   /sbin/init
   10     1 51200 Sl   node main.js serve --config a b.json
   11    10  1000 S    /bin/sh -c while read -r line
a line of a script that went on
   12    10 40960 Sl+  node server.mjs
   13    12  2048 Sl   node grandchild.mjs
   14    10     0 Z    [node] <defunct>
   15     1 30720 Sl   node other.js
`;

describe('parseProcesses', () => {
  it('reads running processes with their command lines, and skips zombies', () => {
    const running = parseProcesses(LISTING);
    expect(running.map(({ pid }) => pid)).toEqual([1, 10, 11, 12, 13, 15]);
    expect(running[1]).toEqual({
      pid: 10,
      parent: 1,
      residentKb: 51_200,
      command: 'node main.js serve --config a b.json',
    });
  });
});

describe('treeOf', () => {
  it('is a process, its children and grandchildren, with the process itself first', () => {
    const running = parseProcesses(LISTING);
    expect(treeOf(10, running).map(({ pid }) => pid)).toEqual([10, 11, 12, 13]);
    expect(treeOf(15, running).map(({ pid }) => pid)).toEqual([15]);
  });

  it('is empty where the process has ended', () => {
    expect(treeOf(99, parseProcesses(LISTING))).toEqual([]);
  });
});
