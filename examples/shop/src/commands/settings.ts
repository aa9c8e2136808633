import { z } from 'zod';
import { SETTING_KEYS, SETTINGS, type SettingKey, type Shop, setting } from '../shop.ts';
import { destroy, Refusal, read, write } from '../shop-command.ts';

export const settingCommands = (shop: Shop) => {
  const key = z.enum(SETTING_KEYS);
  const row = (one: SettingKey) => ({ key: one, value: setting(shop, one), default: SETTINGS[one] });

  return [
    read('config-get', 'Get one setting of the shop.', { key }, ({ key }) => row(key)),
    read('config-list', 'List all settings of the shop with their value and default.', {}, () => ({
      settings: SETTING_KEYS.map(row),
    })),
    write(
      'config-set',
      'Change one setting of the shop. It counts for what happens from now on.',
      { key, value: z.union([z.string(), z.number(), z.boolean()]) },
      ({ key, value }) => {
        const expected = typeof SETTINGS[key];
        if (typeof value !== expected) {
          throw new Refusal('SETTING_TYPE_MISMATCH', `'${key}' is a ${expected}.`, `Pass a ${expected}.`);
        }
        shop.settings.set(key, value);
        return row(key);
      },
      { aliases: ['change setting', 'configure', 'adjust option'] },
    ),
    destroy(
      'config-reset',
      'Reset server configuration. Every setting, or one, goes back to its default.',
      { key: key.optional() },
      ({ key }) => {
        for (const one of key ? [key] : SETTING_KEYS) shop.settings.delete(one);
        return { settings: SETTING_KEYS.map(row) };
      },
      { confirmPrompt: 'This will discard changed settings. Continue?' },
    ),
  ];
};
