import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { categoryDescriptions } from './commands.ts';
import { openDatabase } from './database.ts';
import { openShop } from './shop-under-test.ts';
import type { ShopDatabase } from './sqlite-database.ts';

function dump(db: ShopDatabase) {
  const tables = db.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  return Object.fromEntries(tables.map(({ name }) => [name, db.all(`SELECT * FROM ${name}`)]));
}

describe('the commands of the shop', () => {
  const { commands } = openShop();
  const names = commands.map((command) => command.name);

  it('are more than eighty, and no two share a name', () => {
    expect(names.length).toBeGreaterThan(80);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have names of an area and a verb, and every area is described', () => {
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(new Set(names.map((name) => name.split('-')[0]))).toEqual(new Set(Object.keys(categoryDescriptions)));
  });

  it('relate only to commands that exist', () => {
    for (const command of commands) {
      for (const related of command.relatedTools ?? []) expect(names).toContain(related);
    }
  });

  it('ask before they destroy, and their prompts name fields of their input', () => {
    for (const { name, destructive, mutation, confirmPrompt, input } of commands) {
      if (!destructive) continue;
      expect(confirmPrompt, name).toBeTruthy();
      expect(mutation, name).toBe(true);
      const schema = input?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      for (const [, field] of confirmPrompt?.matchAll(/\{(\w+)\}/g) ?? []) {
        expect(schema?.['properties'], name).toHaveProperty(field ?? '');
      }
    }
  });

  it.each(commands.flatMap((command) => (command.examples ?? []).map((example) => ({ name: command.name, example }))))(
    'show an example that works on a new shop: $name, $example.title',
    async ({ name, example }) => {
      const data = await openShop().data(name, example.input);
      if (example.output) expect(data).toEqual(example.output);
    },
  );

  it('name the id and the list command when something does not exist', async () => {
    const { call } = openShop();
    expect(await call('order-get', { orderId: 'ord-9' })).toMatchObject({
      success: false,
      error: {
        code: 'ORDER_NOT_FOUND',
        message: "There is no order 'ord-9'.",
        suggestion: expect.stringContaining('order-list'),
      },
    });
  });
});

describe('the database of a new shop', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it('holds the same rows every time', () => {
    expect(dump(openDatabase(':memory:'))).toEqual(dump(openDatabase(':memory:')));
  });

  it('knows user 42 as Alice', async () => {
    expect(await openShop().data('user-get', { id: 42 })).toMatchObject({ id: 42, name: 'Alice' });
  });

  it('has books and stock without contradictions', async () => {
    const { db, data } = openShop();
    expect(await data('report-reconcile')).toEqual({ checked: 420, findings: [] });
    const wrong = 'SELECT sku FROM stock s WHERE onHand <> (SELECT sum(change) FROM stockMoves WHERE sku = s.sku)';
    expect(db.all(wrong)).toEqual([]);
    expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('keeps a file as it was left, and fills it once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-'));
    folders.push(folder);
    const path = join(folder, 'shop.db');
    const first = openDatabase(path);
    first.run('DELETE FROM todos WHERE true');
    first.close();
    const second = openDatabase(path);
    expect(second.all('SELECT * FROM todos')).toEqual([]);
    expect(second.one('SELECT count(*) AS n FROM users')).toEqual({ n: 240 });
    second.close();
  });

  it('enforces foreign keys', () => {
    const db = openDatabase(':memory:');
    expect(() => db.run("UPDATE orders SET userId = 100000 WHERE id = 'ord-1001'")).toThrow(/FOREIGN KEY/);
  });

  it('undoes a transaction that throws', () => {
    const db = openDatabase(':memory:');
    const work = () =>
      db.transaction(() => {
        db.run('DELETE FROM todos WHERE true');
        throw new Error('half way');
      });
    expect(work).toThrow('half way');
    expect(db.all('SELECT * FROM todos')).toHaveLength(4);
  });
});
