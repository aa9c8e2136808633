import type { ShopDatabase } from './sqlite-database.ts';

/** Every setting of the shop with its meaning and default. A value keeps the type of its default. */
export const SETTINGS = {
  'shop.name': { meaning: 'Name shown to customers', default: 'The Corner Shelf' },
  'shop.contact-email': { meaning: 'Address that customers write to', default: 'hello@shop.example' },
  'shipping.flat-cents': { meaning: 'Shipping per order', default: 490 },
  'shipping.free-from-cents': { meaning: 'Goods value from which shipping is free', default: 5000 },
  'order.max-quantity': { meaning: 'Most pieces of one product in an order', default: 50 },
  'inventory.reorder-point': { meaning: 'Reorder point of new products', default: 5 },
  'returns.window-days': { meaning: 'Days after delivery in which a return is taken', default: 30 },
  'reviews.auto-approve': { meaning: 'Publish new reviews without a look', default: false },
  'tax.rate-percent': { meaning: 'Tax contained in prices', default: 19 },
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue = string | number | boolean;
type Widened<T> = T extends string ? string : T extends number ? number : boolean;

export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

export function readSetting<Key extends SettingKey>(
  db: ShopDatabase,
  key: Key,
): Widened<(typeof SETTINGS)[Key]['default']> {
  const stored = db.first<{ value: string }>('SELECT value FROM settings WHERE key = ?', key);
  const value: unknown = stored ? JSON.parse(stored.value) : SETTINGS[key].default;
  return value as Widened<(typeof SETTINGS)[Key]['default']>;
}

export function writeSetting(db: ShopDatabase, key: SettingKey, value: SettingValue): void {
  db.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, JSON.stringify(value));
}
