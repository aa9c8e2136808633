/** The tables. Money is in integer cents, times are ISO 8601 in UTC, ids of things people quote are text. */
export const SCHEMA = `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  phone TEXT,
  address TEXT,
  createdAt TEXT NOT NULL,
  suspendedAt TEXT,
  deletedAt TEXT
);
CREATE TABLE products (
  sku TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  department TEXT NOT NULL,
  priceCents INTEGER NOT NULL CHECK (priceCents >= 0),
  createdAt TEXT NOT NULL,
  archivedAt TEXT
);
CREATE TABLE stock (
  sku TEXT PRIMARY KEY REFERENCES products (sku),
  onHand INTEGER NOT NULL CHECK (onHand >= 0),
  reorderPoint INTEGER NOT NULL CHECK (reorderPoint >= 0)
);
CREATE TABLE stockMoves (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL REFERENCES products (sku),
  change INTEGER NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  createdAt TEXT NOT NULL
);
CREATE INDEX stockMovesBySku ON stockMoves (sku);
CREATE TABLE coupons (
  code TEXT PRIMARY KEY COLLATE NOCASE,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  minimumCents INTEGER NOT NULL,
  maxUses INTEGER,
  uses INTEGER NOT NULL CHECK (maxUses IS NULL OR uses <= maxUses),
  validUntil TEXT,
  disabledAt TEXT
);
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  userId INTEGER NOT NULL REFERENCES users (id),
  status TEXT NOT NULL,
  couponCode TEXT REFERENCES coupons (code),
  subtotalCents INTEGER NOT NULL,
  discountCents INTEGER NOT NULL,
  shippingCents INTEGER NOT NULL,
  totalCents INTEGER NOT NULL CHECK (totalCents >= 0),
  address TEXT NOT NULL,
  placedAt TEXT NOT NULL,
  cancelledAt TEXT
);
CREATE INDEX ordersByUser ON orders (userId);
CREATE INDEX ordersByTime ON orders (placedAt);
CREATE TABLE orderItems (
  orderId TEXT NOT NULL REFERENCES orders (id),
  sku TEXT NOT NULL REFERENCES products (sku),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  unitPriceCents INTEGER NOT NULL,
  PRIMARY KEY (orderId, sku)
);
CREATE INDEX orderItemsBySku ON orderItems (sku);
CREATE TABLE orderNotes (
  id INTEGER PRIMARY KEY,
  orderId TEXT NOT NULL REFERENCES orders (id),
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  orderId TEXT NOT NULL REFERENCES orders (id),
  method TEXT NOT NULL,
  amountCents INTEGER NOT NULL CHECK (amountCents > 0),
  createdAt TEXT NOT NULL
);
CREATE INDEX paymentsByOrder ON payments (orderId);
CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  paymentId TEXT NOT NULL REFERENCES payments (id),
  amountCents INTEGER NOT NULL CHECK (amountCents > 0),
  reason TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE INDEX refundsByPayment ON refunds (paymentId);
CREATE TABLE plans (
  name TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  monthlyCents INTEGER NOT NULL
);
CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  userId INTEGER NOT NULL REFERENCES users (id),
  plan TEXT NOT NULL REFERENCES plans (name),
  status TEXT NOT NULL,
  startedAt TEXT NOT NULL,
  renewsAt TEXT,
  cancelledAt TEXT
);
CREATE TABLE shipments (
  id TEXT PRIMARY KEY,
  orderId TEXT NOT NULL UNIQUE REFERENCES orders (id),
  carrier TEXT NOT NULL,
  trackingNumber TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  shippedAt TEXT NOT NULL,
  deliveredAt TEXT
);
CREATE TABLE shipmentEvents (
  id INTEGER PRIMARY KEY,
  shipmentId TEXT NOT NULL REFERENCES shipments (id),
  place TEXT NOT NULL,
  text TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  sku TEXT NOT NULL REFERENCES products (sku),
  userId INTEGER NOT NULL REFERENCES users (id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  reply TEXT,
  createdAt TEXT NOT NULL,
  UNIQUE (sku, userId)
);
CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  userId INTEGER NOT NULL REFERENCES users (id),
  orderId TEXT REFERENCES orders (id),
  subject TEXT NOT NULL,
  priority TEXT NOT NULL,
  status TEXT NOT NULL,
  assignee TEXT,
  createdAt TEXT NOT NULL,
  closedAt TEXT
);
CREATE TABLE ticketMessages (
  id INTEGER PRIMARY KEY,
  ticketId TEXT NOT NULL REFERENCES tickets (id),
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
CREATE TABLE todos (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  notes TEXT,
  dueOn TEXT,
  createdAt TEXT NOT NULL,
  completedAt TEXT
);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE counters (prefix TEXT PRIMARY KEY, last INTEGER NOT NULL);
`;
