import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { cents, sku, text } from '../fields.ts';
import { formatCents } from '../money.ts';
import { contains, listPage, pageInput, pageOutput } from '../pagination.ts';
import { DEPARTMENTS, type Product } from '../records.ts';
import { findProduct } from '../rules/lookups.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const productOutput = z.object({
  sku: z.string(),
  name: z.string(),
  description: z.string(),
  department: z.enum(DEPARTMENTS),
  priceCents: z.int(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
});

function archive(db: ShopDatabase, sku: string, archivedAt: string | null) {
  const product = findProduct(db, sku);
  if (!product) return notFound('product', sku);
  db.update('products', { sku }, { archivedAt });
  const state = archivedAt ? 'is no longer sold' : 'is sold again';
  return success({ ...product, archivedAt }, { reasoning: `'${product.name}' ${state}.`, confidence: 1 });
}

export const productCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'product-create',
    description: 'Create a product. It starts without stock; book the first delivery with inventory-receive.',
    summary: 'Create a product',
    tags: ['crud', 'catalog'],
    aliases: ['new article', 'add item to shop', 'new listing'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SKU_TAKEN'],
    relatedTools: ['inventory-receive', 'product-set-price'],
    input: z.object({
      sku: z
        .string()
        .regex(/^[A-Z]{3}-\d{3}$/)
        .describe('Stock keeping unit, such as "KIT-042".'),
      name: text(100),
      description: text(2000).optional(),
      department: z.enum(DEPARTMENTS),
      priceCents: cents,
    }),
    output: productOutput,
    examples: [
      {
        title: 'A kettle',
        input: { sku: 'KIT-042', name: 'Kettle', department: 'kitchen', priceCents: 3900 },
      },
    ],
    handler: ({ description, ...given }) =>
      db.transaction(() => {
        const taken = findProduct(db, given.sku);
        if (taken) {
          const next = 'Pick another SKU, or change that product with product-update.';
          return refused('SKU_TAKEN', `'${given.sku}' is '${taken.name}' already.`, next);
        }
        const product: Product = {
          ...given,
          description: description ?? given.name,
          createdAt: now(),
          archivedAt: null,
        };
        db.insert('products', product);
        db.insert('stock', { sku: given.sku, onHand: 0, reorderPoint: readSetting(db, 'inventory.reorder-point') });
        return success(product, { reasoning: `Created product '${given.sku}', with no stock yet.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'product-get',
    description: 'Get one product with its stock and its average rating.',
    tags: ['crud', 'catalog'],
    aliases: ['show article', 'product details', 'price of product'],
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['inventory-get', 'review-list'],
    input: z.object({ sku }),
    output: productOutput.extend({ onHand: z.int(), rating: z.number().nullable(), reviews: z.int() }),
    examples: [{ title: 'The blue mug', input: { sku: 'KIT-001' } }],
    handler({ sku }) {
      const product = db.first<Product & { onHand: number; rating: number | null; reviews: number }>(
        `SELECT p.*, s.onHand, round(avg(r.rating), 2) AS rating, count(r.id) AS reviews
         FROM products p JOIN stock s USING (sku) LEFT JOIN reviews r ON r.sku = p.sku AND r.status = 'approved'
         WHERE p.sku = ? GROUP BY p.sku`,
        sku,
      );
      if (!product) return notFound('product', sku);
      return success(product, { reasoning: `'${product.name}': ${product.onHand} in stock.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'product-list',
    description:
      'List products, by SKU. Filter by department, by words in name or description, by price, and whether archived ' +
      'products are wanted.',
    summary: 'List products with filters',
    tags: ['crud', 'catalog'],
    aliases: ['articles', 'assortment', 'what do we sell', 'browse catalog'],
    executionTime: 'fast',
    input: z.object({
      search: z.string().optional().describe('Part of the name or description.'),
      department: z.enum(DEPARTMENTS).optional(),
      maximumCents: cents.optional(),
      archived: z.boolean().default(false),
      ...pageInput,
    }),
    output: z.object({ products: z.array(productOutput), ...pageOutput }),
    examples: [{ title: 'Gifts up to 20 EUR', input: { department: 'toys', maximumCents: 2000 } }],
    handler: ({ search, department, maximumCents, archived, ...page }) =>
      listPage<Product>(
        db,
        {
          of: 'products',
          from: 'products',
          orderBy: 'sku',
          where: [
            ['(archivedAt IS NOT NULL) = ?', Number(archived)],
            ['department = ?', department],
            ['priceCents <= ?', maximumCents],
            contains("name || ' ' || description", search),
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'product-search',
    description: 'Find products by a word in their name.',
    tags: ['catalog'],
    executionTime: 'fast',
    deprecated: 'Use product-list with search; it also looks into descriptions and can filter.',
    relatedTools: ['product-list'],
    input: z.object({ query: z.string().min(1), ...pageInput }),
    handler: ({ query, ...page }) =>
      listPage<Product>(
        db,
        {
          of: 'products',
          from: 'products',
          orderBy: 'sku',
          only: 'archivedAt IS NULL',
          where: [contains('name', query)],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'product-update',
    description: 'Change the name, description or department of a product. Fields left out stay as they are.',
    tags: ['crud', 'catalog'],
    aliases: ['edit article', 'rename product'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['product-set-price'],
    input: z.object({
      sku,
      name: text(100).optional(),
      description: text(2000).optional(),
      department: z.enum(DEPARTMENTS).optional(),
    }),
    output: productOutput,
    handler({ sku, ...changes }) {
      if (!findProduct(db, sku)) return notFound('product', sku);
      db.update('products', { sku }, changes);
      const product = db.one<Product>('SELECT * FROM products WHERE sku = ?', sku);
      const changed = Object.keys(changes).join(', ') || 'nothing';
      return success(product, { reasoning: `Changed ${changed} of '${sku}'.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'product-set-price',
    description: 'Set the price of a product. Orders already placed keep the price they had.',
    tags: ['catalog', 'billing'],
    aliases: ['reprice', 'raise price', 'lower price', 'mark down'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['product-update', 'coupon-create'],
    input: z.object({ sku, priceCents: cents }),
    output: productOutput.extend({ oldPriceCents: z.int() }),
    handler({ sku, priceCents }) {
      const product = findProduct(db, sku);
      if (!product) return notFound('product', sku);
      db.update('products', { sku }, { priceCents });
      const reasoning = `'${sku}' costs ${formatCents(priceCents)}; it was ${formatCents(product.priceCents)}.`;
      return success({ ...product, priceCents, oldPriceCents: product.priceCents }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'product-archive',
    description: 'Stop selling a product. It keeps its history and can be restored.',
    tags: ['catalog'],
    aliases: ['discontinue', 'delist', 'hide product'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['product-restore'],
    input: z.object({ sku }),
    output: productOutput,
    handler: ({ sku }) => archive(db, sku, now()),
  }),

  defineCommand({
    name: 'product-restore',
    description: 'Sell an archived product again.',
    tags: ['catalog'],
    aliases: ['relist', 'unarchive', 'bring back product'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['product-archive'],
    input: z.object({ sku }),
    output: productOutput,
    handler: ({ sku }) => archive(db, sku, null),
  }),
];
