import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { refused } from '../failures.ts';
import { readSetting, SETTING_KEYS, SETTINGS, type SettingKey, writeSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';

const key = z.enum(SETTING_KEYS);
const value = z.union([z.string().min(1).max(200), z.number().min(0), z.boolean()]);
const settingOutput = z.object({ key, value, meaning: z.string(), isDefault: z.boolean() });

function showSetting(db: ShopDatabase, key: SettingKey): z.infer<typeof settingOutput> {
  const value = readSetting(db, key);
  const { meaning, default: fallback } = SETTINGS[key];
  return { key, value, meaning, isDefault: value === fallback };
}

export const configCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'config-get',
    description: 'Get one setting of the shop.',
    tags: ['settings'],
    aliases: ['read setting', 'preference', 'option value'],
    executionTime: 'instant',
    input: z.object({ key }),
    output: settingOutput,
    examples: [{ title: 'What shipping costs', input: { key: 'shipping.flat-cents' } }],
    handler({ key }) {
      const setting = showSetting(db, key);
      return success(setting, { reasoning: `${setting.meaning}: ${setting.value}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'config-list',
    description: 'List all settings of the shop with their meaning and value.',
    tags: ['settings'],
    aliases: ['settings', 'preferences', 'options'],
    executionTime: 'instant',
    output: z.object({ settings: z.array(settingOutput) }),
    handler() {
      const settings = SETTING_KEYS.map((key) => showSetting(db, key));
      const changed = settings.filter((setting) => !setting.isDefault).length;
      const reasoning = `${changed} of ${settings.length} settings differ from their default.`;
      return success({ settings }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'config-set',
    description: 'Change one setting of the shop. It counts for what happens from now on.',
    tags: ['settings', 'admin'],
    aliases: ['change setting', 'configure', 'adjust option'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SETTING_TYPE_MISMATCH'],
    relatedTools: ['config-list', 'config-reset'],
    input: z.object({ key, value: value.describe('Of the same type as the present value.') }),
    output: settingOutput,
    examples: [
      { title: 'Free shipping from 30 EUR', input: { key: 'shipping.free-from-cents', value: 3000 } },
      { title: 'Publish reviews at once', input: { key: 'reviews.auto-approve', value: true } },
    ],
    handler({ key, value }) {
      const wanted = typeof SETTINGS[key].default;
      const whole = typeof value !== 'number' || Number.isSafeInteger(value);
      if (typeof value !== wanted || !whole) {
        return refused(
          'SETTING_TYPE_MISMATCH',
          `Setting '${key}' is a ${wanted === 'number' ? 'whole number' : wanted}; got ${JSON.stringify(value)}.`,
          `Pass a value like ${JSON.stringify(SETTINGS[key].default)}.`,
        );
      }
      const before = readSetting(db, key);
      writeSetting(db, key, value);
      const reasoning = `'${key}' is ${value}; it was ${before}.`;
      return success(showSetting(db, key), { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'config-reset',
    description: 'Reset server configuration. Every setting, or one, goes back to its default.',
    summary: 'Reset server configuration',
    tags: ['settings', 'admin'],
    aliases: ['factory settings', 'restore defaults', 'undo settings'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will discard changed settings. Continue?',
    executionTime: 'instant',
    relatedTools: ['config-list'],
    input: z.object({ key: key.optional().describe('All settings when left out.') }),
    output: z.object({ reset: z.int() }),
    handler({ key }) {
      const reset = key
        ? db.run('DELETE FROM settings WHERE key = ?', key)
        : db.run('DELETE FROM settings WHERE key IS NOT NULL');
      return success({ reset }, { reasoning: `${reset} settings are back at their default.`, confidence: 1 });
    },
  }),
];
