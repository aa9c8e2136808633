import { z } from 'zod';
import { cents, pageInput, sku, text } from '../fields.ts';
import { change, contains, found, is, page } from '../rows.ts';
import { DEPARTMENTS, type Product, type Shop, setting } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';

export const productCommands = (shop: Shop) => {
  const product = (id: string): Product => found(shop.products, 'product', id);
  const department = z.enum(DEPARTMENTS);
  const list = (fits: (one: Product) => boolean) =>
    [...shop.products.values()].filter(fits).sort((a, b) => (a.sku < b.sku ? -1 : 1));

  return [
    write(
      'product-create',
      'Create a product. It starts without stock; book the first delivery with inventory-receive.',
      { sku, name: text(120), description: z.string().max(2_000).default(''), department, priceCents: cents },
      (given) => {
        if (shop.products.has(given.sku)) {
          throw new Refusal('SKU_TAKEN', `There is a product '${given.sku}'.`, 'Choose another SKU.');
        }
        const reorderPoint = Number(setting(shop, 'inventory.reorder-point'));
        const added: Product = { ...given, archived: false, inStock: 0, reorderPoint };
        shop.products.set(given.sku, added);
        return added;
      },
    ),
    read('product-get', 'Get one product with its stock and its average rating.', { sku }, ({ sku }) => {
      const ratings = [...shop.reviews.values()]
        .filter((review) => review.sku === sku && review.status === 'approved')
        .map(({ rating }) => rating);
      const sum = ratings.reduce((total, rating) => total + rating, 0);
      return { ...product(sku), averageRating: ratings.length > 0 ? sum / ratings.length : null };
    }),
    read(
      'product-list',
      'List products, by SKU. Filter by department, by words in name or description, by price, and whether ' +
        'archived products are wanted.',
      {
        search: text(100).optional(),
        department: department.optional(),
        maximumCents: cents.optional(),
        archived: z.boolean().default(false),
        ...pageInput,
      },
      ({ search, department, maximumCents = Infinity, archived, ...where }) => {
        const fits = (one: Product): boolean =>
          contains(search, `${one.name} ${one.description}`) &&
          is(department, one.department) &&
          one.priceCents <= maximumCents &&
          one.archived === archived;
        return page('products', list(fits), where);
      },
    ),
    read(
      'product-search',
      'Find products by a word in their name.',
      { query: text(100), ...pageInput },
      ({ query, ...where }) =>
        page(
          'products',
          list(({ name }) => contains(query, name)),
          where,
        ),
    ),
    write(
      'product-update',
      'Change the name, description or department of a product. Fields left out stay as they are.',
      {
        sku,
        name: text(120).optional(),
        description: z.string().max(2_000).optional(),
        department: department.optional(),
      },
      ({ sku, ...fields }) => change(product(sku), fields),
    ),
    write(
      'product-set-price',
      'Set the price of a product. Orders already placed keep the price they had.',
      { sku, priceCents: cents },
      ({ sku, priceCents }) => change(product(sku), { priceCents }),
    ),
    write('product-archive', 'Stop selling a product. It keeps its history and can be restored.', { sku }, ({ sku }) =>
      change(product(sku), { archived: true }),
    ),
    write('product-restore', 'Sell an archived product again.', { sku }, ({ sku }) =>
      change(product(sku), { archived: false }),
    ),
  ];
};
