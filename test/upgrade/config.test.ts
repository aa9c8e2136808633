import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importConfigs, loadConfig } from '@foldout/gateway';
import { describe, expect, it } from 'vitest';
import { readConfigs } from './config-files.ts';
import { fixtureFolder, VERSIONS } from './opened-fixture.ts';

const TEXTS = ['message', 'fix', 'title'];

/** Removes the texts for people: a new version may reword them, but must read the same settings. */
function meaningOf(read: object): object {
  return JSON.parse(JSON.stringify(read, (key, value) => (TEXTS.includes(key) ? undefined : value)));
}

describe.each(VERSIONS)('configuration files of %s', (version) => {
  const folder = fixtureFolder(version, 'config');
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const read = meaningOf(readConfigs({ loadConfig, importConfigs }, folder)) as typeof expected;

  it.each(Object.keys(expected.served))('a gateway reads %s as before', (file) => {
    expect(read.served[file]).toEqual(meaningOf(expected.served[file]));
  });

  it.each(Object.keys(expected.imported))('an import reads %s as before', (file) => {
    expect(read.imported[file]).toEqual(meaningOf(expected.imported[file]));
  });
});
