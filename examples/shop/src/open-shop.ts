import { DEPARTMENTS, METHODS, type Order, type Shop, type User } from './shop.ts';

const FIRST_NAMES = ['Ada', 'Ben', 'Clara', 'David', 'Elif', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jan', 'Kira', 'Leo'];
const CITIES = [
  { city: 'Berlin', postalCode: '10115', country: 'DE' },
  { city: 'Vienna', postalCode: '1010', country: 'AT' },
  { city: 'Paris', postalCode: '75001', country: 'FR' },
];
const GOODS = ['Blue mug', 'Red lamp', 'Oak board', 'Glass jar', 'Linen bag', 'Steel box', 'Wool rug', 'Paper kite'];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2025-01-01T09:00:00Z');

/** A new shop with a year of business: 60 customers, 40 products, 420 orders. The same every time. */
export function openShop(): Shop {
  const counters = new Map<string, number>();
  const shop: Shop = {
    users: new Map(),
    products: new Map(),
    orders: new Map(),
    payments: new Map(),
    subscriptions: new Map(),
    shipments: new Map(),
    coupons: new Map(),
    reviews: new Map(),
    tickets: new Map(),
    todos: new Map(),
    settings: new Map(),
    stockMoves: [],
    nextId(prefix) {
      const next = (counters.get(prefix) ?? 1000) + 1;
      counters.set(prefix, next);
      return `${prefix}-${next}`;
    },
  };
  addUsers(shop);
  addProducts(shop);
  for (let number = 0; number < 420; number += 1) addOrder(shop, number);
  addTheRest(shop);
  return shop;
}

function addUsers({ users }: Shop): void {
  for (let id = 1; id <= 60; id += 1) {
    const name = id === 42 ? 'Alice' : (pick(FIRST_NAMES, id) as string);
    const email = id === 42 ? 'alice@example.com' : `${name.toLowerCase()}.${id}@example.com`;
    const address = { street: `Main Street ${id}`, ...(pick(CITIES, id) as (typeof CITIES)[0]) };
    users.set(id, { id, name, email, phone: null, address, status: 'active' });
  }
}

function addProducts({ products }: Shop): void {
  DEPARTMENTS.forEach((department, row) => {
    GOODS.forEach((good, column) => {
      const sku = `${department.slice(0, 3).toUpperCase()}-00${column + 1}`;
      products.set(sku, {
        sku,
        name: `${good} (${department})`,
        description: `${good} for the ${department}.`,
        department,
        priceCents: 990 + 300 * column + 50 * row,
        archived: false,
        inStock: column === 7 ? 2 : 40 + 5 * column,
        reorderPoint: 5,
      });
    });
  });
}

/** Old orders are delivered, the latest twenty are on their way, paid or pending. Every tenth is Alice's. */
function addOrder(shop: Shop, number: number): void {
  const skus = [...shop.products.keys()];
  const userId = number % 10 === 0 ? 42 : 1 + ((number * 7) % 60);
  const user = shop.users.get(userId) as User;
  const items = [number, number + 11].map((index, place) => {
    const sku = pick(skus, index) as string;
    return { sku, quantity: 1 + place, priceCents: shop.products.get(sku)?.priceCents ?? 0 };
  });
  const goodsCents = items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
  const shippingCents = goodsCents >= 5000 ? 0 : 490;
  const createdAt = new Date(FIRST_DAY + number * 0.85 * DAY_MS).toISOString();
  const status: Order['status'] =
    number >= 415 ? 'pending' : number >= 410 ? 'paid' : number >= 400 ? 'shipped' : 'delivered';
  const id = shop.nextId('ord');
  shop.orders.set(id, {
    id,
    userId,
    status,
    items,
    address: user.address ?? { street: '', city: '', postalCode: '', country: '' },
    couponCode: null,
    discountCents: 0,
    shippingCents,
    totalCents: goodsCents + shippingCents,
    notes: [],
    createdAt,
  });
  if (status === 'pending') return;
  const payment = shop.nextId('pay');
  const method = pick(METHODS, number) as (typeof METHODS)[number];
  const amountCents = goodsCents + shippingCents;
  shop.payments.set(payment, { id: payment, orderId: id, method, amountCents, refunds: [], paidAt: createdAt });
  if (status === 'paid') return;
  const shipment = shop.nextId('shp');
  shop.shipments.set(shipment, {
    id: shipment,
    orderId: id,
    carrier: 'dhl',
    trackingNumber: `DHL${100_000 + number}`,
    status: status === 'shipped' ? 'in-transit' : 'delivered',
    events: [{ place: 'Berlin', text: 'Handed over' }],
    deliveredAt: status === 'delivered' ? createdAt : null,
  });
}

function addTheRest(shop: Shop): void {
  const coupon = { maxUses: null, uses: 0, validUntil: null, disabled: false };
  shop.coupons.set('WELCOME10', { code: 'WELCOME10', kind: 'percent', amount: 10, minimumCents: 0, ...coupon });
  shop.coupons.set('FIVE', { code: 'FIVE', kind: 'fixed', amount: 500, minimumCents: 3000, ...coupon, uses: 3 });
  for (const [userId, plan] of [
    [1, 'basic'],
    [2, 'plus'],
    [3, 'pro'],
  ] as const) {
    const id = shop.nextId('sub');
    shop.subscriptions.set(id, { id, userId, plan, status: 'active' });
  }
  for (const [rating, text] of [
    [5, 'Lovely mug.'],
    [2, 'Smaller than it looks.'],
  ] as const) {
    const id = shop.nextId('rev');
    const status = rating === 5 ? 'approved' : 'pending';
    shop.reviews.set(id, { id, sku: 'KIT-001', userId: 42, rating, text, status, reply: null });
  }
  const ticket = shop.nextId('tic');
  shop.tickets.set(ticket, {
    id: ticket,
    userId: 42,
    orderId: 'ord-1001',
    subject: 'Handle broken',
    priority: 'high',
    status: 'open',
    assignee: null,
    messages: [{ author: 'customer', text: 'The handle came off.' }],
  });
  for (const title of ['Count the toys', 'Order boxes', 'Call the carrier']) {
    const id = shop.nextId('todo');
    shop.todos.set(id, { id, title, notes: null, dueOn: null, completedAt: null });
  }
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
