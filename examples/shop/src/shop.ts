/** The data of the shop, in memory: every process starts with the same rows. */
export interface Shop {
  readonly users: Map<number, User>;
  readonly products: Map<string, Product>;
  readonly orders: Map<string, Order>;
  readonly payments: Map<string, Payment>;
  readonly subscriptions: Map<string, Subscription>;
  readonly shipments: Map<string, Shipment>;
  readonly coupons: Map<string, Coupon>;
  readonly reviews: Map<string, Review>;
  readonly tickets: Map<string, Ticket>;
  readonly todos: Map<string, Todo>;
  /** Settings that were changed; the others have their default. */
  readonly settings: Map<SettingKey, SettingValue>;
  readonly stockMoves: StockMove[];
  /** `ord` → `ord-1421`. */
  nextId(prefix: string): string;
}

export interface Address {
  street: string;
  city: string;
  postalCode: string;
  country: string;
}

export interface User {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
  status: 'active' | 'suspended' | 'deleted';
}

export const DEPARTMENTS = ['kitchen', 'office', 'garden', 'outdoor', 'toys'] as const;

export interface Product {
  sku: string;
  name: string;
  description: string;
  department: (typeof DEPARTMENTS)[number];
  priceCents: number;
  archived: boolean;
  inStock: number;
  reorderPoint: number;
}

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'returned', 'cancelled'] as const;

export interface Order {
  id: string;
  userId: number;
  status: (typeof ORDER_STATUSES)[number];
  items: { sku: string; quantity: number; priceCents: number }[];
  address: Address;
  couponCode: string | null;
  discountCents: number;
  shippingCents: number;
  totalCents: number;
  notes: { author: string; text: string }[];
  createdAt: string;
}

export const METHODS = ['card', 'bank-transfer', 'paypal', 'invoice'] as const;

export interface Payment {
  id: string;
  orderId: string;
  method: (typeof METHODS)[number];
  amountCents: number;
  refunds: { amountCents: number; reason: string }[];
  paidAt: string;
}

export const PLANS = { basic: 490, plus: 990, pro: 1990 } as const;
export const PLAN_NAMES = Object.keys(PLANS) as (keyof typeof PLANS)[];

export interface Subscription {
  id: string;
  userId: number;
  plan: keyof typeof PLANS;
  status: 'active' | 'paused' | 'cancelled';
}

export const CARRIERS = ['dhl', 'ups', 'fedex', 'post'] as const;

export interface Shipment {
  id: string;
  orderId: string;
  carrier: (typeof CARRIERS)[number];
  trackingNumber: string;
  status: 'in-transit' | 'delivered' | 'returned';
  events: { place: string; text: string }[];
  deliveredAt: string | null;
}

export interface Coupon {
  code: string;
  kind: 'percent' | 'fixed';
  amount: number;
  minimumCents: number;
  maxUses: number | null;
  uses: number;
  validUntil: string | null;
  disabled: boolean;
}

export interface Review {
  id: string;
  sku: string;
  userId: number;
  rating: number;
  text: string;
  status: 'pending' | 'approved' | 'rejected';
  reply: string | null;
}

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

export interface Ticket {
  id: string;
  userId: number;
  orderId: string | null;
  subject: string;
  priority: (typeof PRIORITIES)[number];
  status: 'open' | 'waiting' | 'closed';
  assignee: string | null;
  messages: { author: 'staff' | 'customer'; text: string }[];
}

export interface Todo {
  id: string;
  title: string;
  notes: string | null;
  dueOn: string | null;
  completedAt: string | null;
}

export const MOVE_REASONS = ['sale', 'cancellation', 'delivery', 'return', 'damage', 'theft', 'count'] as const;

export interface StockMove {
  sku: string;
  change: number;
  reason: (typeof MOVE_REASONS)[number];
  note: string | null;
}

/** Every setting with its default. A value keeps the type of its default. */
export const SETTINGS = {
  'shop.name': 'The Corner Shelf',
  'shop.contact-email': 'hello@shop.example',
  'shipping.flat-cents': 490,
  'shipping.free-from-cents': 5000,
  'order.max-quantity': 50,
  'inventory.reorder-point': 5,
  'returns.window-days': 30,
  'reviews.auto-approve': false,
  'tax.rate-percent': 19,
} as const;
export type SettingKey = keyof typeof SETTINGS;
export type SettingValue = string | number | boolean;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export function setting(shop: Shop, key: SettingKey): SettingValue {
  return shop.settings.get(key) ?? SETTINGS[key];
}
