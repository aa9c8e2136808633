import {
  CARRIERS,
  type Coupon,
  DEPARTMENTS,
  type Order,
  type OrderStatus,
  PAYMENT_METHODS,
  PLANS,
  TICKET_PRIORITIES,
} from './records.ts';
import { priceOrder } from './rules/order-pricing.ts';
import { CITIES, FIRST_NAMES, GOODS, LAST_NAMES, OPINIONS, QUESTIONS } from './seed-words.ts';
import { type Random, seededRandom } from './seeded-random.ts';
import type { ShopDatabase } from './sqlite-database.ts';
import { addDays } from './time.ts';

const OPENING = '2025-01-01T08:00:00.000Z';
const COUNTS = { users: 240, orders: 420, subscriptions: 80, reviews: 160, tickets: 60 } as const;
const ALICE = 42;

/** Fills a new shop with a year of business. The same rows every time: a seeded generator makes them. */
export function seedShop(db: ShopDatabase): void {
  const random = seededRandom(20250101);
  seedUsers(db, random);
  const skus = seedProducts(db, random);
  seedCoupons(db);
  for (let n = 0; n < COUNTS.orders; n++) seedOrder(db, random, skus, n);
  seedSubscriptions(db, random);
  seedReviews(db, random, skus);
  seedTickets(db, random);
  seedTodos(db);
}

function seedUsers(db: ShopDatabase, random: Random): void {
  for (let id = 1; id <= COUNTS.users; id++) {
    const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    const isAlice = id === ALICE;
    db.insert('users', {
      name: isAlice ? 'Alice' : `${first} ${last}`,
      email: isAlice ? 'alice@example.com' : `${first}.${last}.${id}@example.com`.toLowerCase(),
      phone: random.chance(0.6) ? `+49 30 ${random.between(100_000, 999_999)}` : null,
      address: JSON.stringify(someAddress(random)),
      createdAt: addDays(OPENING, id / 2),
      suspendedAt: !isAlice && random.chance(0.02) ? addDays(OPENING, 300) : null,
      deletedAt: null,
    });
  }
}

function someAddress(random: Random) {
  const { city, postalCode, country } = random.pick(CITIES);
  return { street: `${random.pick(LAST_NAMES)} Street ${random.between(1, 120)}`, city, postalCode, country };
}

function seedProducts(db: ShopDatabase, random: Random): string[] {
  const skus: string[] = [];
  for (const department of DEPARTMENTS) {
    for (const [index, { name, priceCents }] of GOODS[department].entries()) {
      const sku = `${department.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(3, '0')}`;
      const description = `${name} from our ${department} range.`;
      db.insert('products', { sku, name, description, department, priceCents, createdAt: OPENING, archivedAt: null });
      const onHand = random.chance(0.1) ? random.between(0, 4) : random.between(10, 90);
      db.insert('stock', { sku, onHand, reorderPoint: random.between(3, 10) });
      const note = 'Opening stock';
      db.insert('stockMoves', { sku, change: onHand, reason: 'delivery', note, createdAt: OPENING });
      skus.push(sku);
    }
  }
  return skus;
}

function seedCoupons(db: ShopDatabase): void {
  const coupons: Pick<Coupon, 'code' | 'kind' | 'amount' | 'minimumCents' | 'maxUses' | 'validUntil'>[] = [
    { code: 'WELCOME10', kind: 'percent', amount: 10, minimumCents: 0, maxUses: null, validUntil: null },
    { code: 'FIVER', kind: 'fixed', amount: 500, minimumCents: 2500, maxUses: null, validUntil: null },
    { code: 'SPRING25', kind: 'percent', amount: 15, minimumCents: 0, maxUses: null, validUntil: '2025-05-31' },
    { code: 'VIP50', kind: 'percent', amount: 50, minimumCents: 10_000, maxUses: 20, validUntil: null },
  ];
  for (const coupon of coupons) db.insert('coupons', { ...coupon, uses: 0, disabledAt: null });
}

function seedOrder(db: ShopDatabase, random: Random, skus: readonly string[], n: number): void {
  const placedAt = addDays(OPENING, (n * 360) / COUNTS.orders + random.next() / 2);
  const userId = n === 0 ? ALICE : random.between(1, COUNTS.users);
  const items = random.sample(skus, random.between(1, 4)).map((sku) => {
    const { priceCents } = db.one<{ priceCents: number }>('SELECT priceCents FROM products WHERE sku = ?', sku);
    return { sku, quantity: random.between(1, 3), unitPriceCents: priceCents };
  });
  const subtotal = items.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
  const couponCode = random.chance(0.15) ? 'WELCOME10' : null;
  const status = someStatus(random, n);
  const { address } = db.one<{ address: string }>('SELECT address FROM users WHERE id = ?', userId);
  const order: Order = {
    id: db.nextId('ord'),
    userId,
    status,
    couponCode,
    ...priceOrder(db, subtotal, couponCode),
    address,
    placedAt,
    cancelledAt: status === 'cancelled' ? addDays(placedAt, 1) : null,
  };
  db.insert('orders', order);
  if (couponCode) db.run('UPDATE coupons SET uses = uses + 1 WHERE code = ?', couponCode);
  for (const item of items) {
    db.insert('orderItems', { orderId: order.id, ...item });
    if (status !== 'cancelled') seedSale(db, order, item);
  }
  if (status === 'paid' || status === 'shipped' || status === 'delivered') {
    const method = random.pick(PAYMENT_METHODS);
    const createdAt = addDays(placedAt, random.next());
    db.insert('payments', {
      id: db.nextId('pay'),
      orderId: order.id,
      method,
      amountCents: order.totalCents,
      createdAt,
    });
  }
  if (status === 'shipped' || status === 'delivered') seedShipment(db, random, order);
}

/** Older orders are done; the open ones are among the last. */
function someStatus(random: Random, n: number): OrderStatus {
  if (random.chance(0.06)) return 'cancelled';
  const age = COUNTS.orders - n;
  if (age > 60) return 'delivered';
  if (age > 40) return 'shipped';
  return age > 20 ? 'paid' : 'pending';
}

/** What was sold had been delivered before, so today's stock stays what it is. */
function seedSale(db: ShopDatabase, order: Order, { sku, quantity }: { sku: string; quantity: number }): void {
  const { id, placedAt } = order;
  const arrived = { sku, change: quantity, reason: 'delivery', note: null, createdAt: addDays(placedAt, -7) } as const;
  db.insert('stockMoves', arrived);
  db.insert('stockMoves', { sku, change: -quantity, reason: 'sale', note: id, createdAt: placedAt });
}

function seedShipment(db: ShopDatabase, random: Random, { id: orderId, status, placedAt }: Order): void {
  const id = db.nextId('shp');
  const carrier = random.pick(CARRIERS);
  const delivered = status === 'delivered';
  const shippedAt = addDays(placedAt, 2);
  const deliveredAt = delivered ? addDays(placedAt, 2 + random.between(1, 5)) : null;
  db.insert('shipments', {
    id,
    orderId,
    carrier,
    trackingNumber: `${carrier.toUpperCase()}${random.between(10_000_000, 99_999_999)}${id.slice(4)}`,
    status: delivered ? 'delivered' : 'in-transit',
    shippedAt,
    deliveredAt,
  });
  const picked = { shipmentId: id, place: 'Warehouse', text: 'Handed to the carrier', createdAt: shippedAt };
  db.insert('shipmentEvents', picked);
  if (!deliveredAt) return;
  db.insert('shipmentEvents', { shipmentId: id, place: 'Front door', text: 'Delivered', createdAt: deliveredAt });
}

function seedSubscriptions(db: ShopDatabase, random: Random): void {
  const monthlyCents = { basic: 490, plus: 990, pro: 2490 };
  for (const name of PLANS) {
    const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} box`;
    db.insert('plans', { name, title, monthlyCents: monthlyCents[name] });
  }
  const subscribers = random.sample(allUserIds(), COUNTS.subscriptions);
  for (const userId of subscribers) {
    const startedAt = addDays(OPENING, random.between(10, 300));
    const status = random.chance(0.75) ? 'active' : random.pick(['paused', 'cancelled'] as const);
    db.insert('subscriptions', {
      id: db.nextId('sub'),
      userId,
      plan: random.pick(PLANS),
      status,
      startedAt,
      renewsAt: status === 'active' ? addDays(startedAt, 390) : null,
      cancelledAt: status === 'cancelled' ? addDays(startedAt, 45) : null,
    });
  }
}

function seedReviews(db: ShopDatabase, random: Random, skus: readonly string[]): void {
  for (const userId of random.sample(allUserIds(), COUNTS.reviews)) {
    const { rating, text } = random.pick(OPINIONS);
    const status = random.chance(0.85) ? 'approved' : 'pending';
    const createdAt = addDays(OPENING, random.between(20, 350));
    const id = db.nextId('rev');
    db.insert('reviews', { id, sku: random.pick(skus), userId, rating, text, status, reply: null, createdAt });
  }
}

function seedTickets(db: ShopDatabase, random: Random): void {
  const orders = db.all<Pick<Order, 'id' | 'userId' | 'placedAt'>>('SELECT id, userId, placedAt FROM orders');
  for (const { id: orderId, userId, placedAt } of random.sample(orders, COUNTS.tickets)) {
    const { subject, text } = random.pick(QUESTIONS);
    const createdAt = addDays(placedAt, 3);
    const closed = random.chance(0.6);
    const id = db.nextId('tic');
    db.insert('tickets', {
      id,
      userId,
      orderId,
      subject,
      priority: random.pick(TICKET_PRIORITIES),
      status: closed ? 'closed' : random.pick(['open', 'waiting'] as const),
      assignee: random.chance(0.5) ? random.pick(['jonas', 'mira', 'sam']) : null,
      createdAt,
      closedAt: closed ? addDays(createdAt, 2) : null,
    });
    db.insert('ticketMessages', { ticketId: id, author: 'customer', text, createdAt });
  }
}

function seedTodos(db: ShopDatabase): void {
  const titles = [
    'Order packing tape',
    'Photograph the new mugs',
    'Call the carrier about late parcels',
    'Count the toys',
  ];
  for (const [index, title] of titles.entries()) {
    const createdAt = addDays(OPENING, 350 + index);
    const completedAt = index === 1 ? addDays(createdAt, 1) : null;
    db.insert('todos', { id: db.nextId('todo'), title, notes: null, dueOn: null, createdAt, completedAt });
  }
}

function allUserIds(): number[] {
  return Array.from({ length: COUNTS.users }, (_, index) => index + 1);
}
