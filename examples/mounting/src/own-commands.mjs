// The commands that no document describes: 20, written by hand.
import { defineCommand, failure, group, success } from '@foldout/server';
import { z } from 'zod';

const carts = new Map();
const cartOf = (auth) => carts.get(auth?.extra?.userId) ?? [];
const reads = (name, description, input, handler) =>
  defineCommand({ name, description, mutation: false, input, handler });
const writes = (name, description, input, handler) =>
  defineCommand({ name, description, mutation: true, input, handler });
const none = z.object({});
const product = z.object({ product: z.string().min(1) });
const price = z.object({ cents: z.int().min(0, 'A price is never negative'), percent: z.number().min(0).max(100) });

const cart = group('cart', {}, [
  writes('cart-add', 'Put a product into the cart of the customer who asks', product, (input, { auth }) => {
    const items = [...cartOf(auth), input.product];
    carts.set(auth?.extra?.userId, items);
    return success({ items });
  }),
  reads('cart-show', 'Show what the cart of the customer who asks contains', none, (_input, { auth }) =>
    success({ items: cartOf(auth) }),
  ),
  writes('cart-remove', 'Take a product out of the cart again', product, (input, { auth }) => {
    const items = cartOf(auth);
    if (!items.includes(input.product)) {
      return failure({
        code: 'NOT_IN_CART',
        message: `'${input.product}' is not in the cart`,
        suggestion: 'Call cart-show to see its products.',
      });
    }
    carts.set(
      auth?.extra?.userId,
      items.filter((item) => item !== input.product),
    );
    return success({ items: cartOf(auth) });
  }),
  writes('cart-empty', 'Empty the whole cart', none, (_input, { auth }) => {
    carts.delete(auth?.extra?.userId);
    return success({ items: [] });
  }),
]);

const prices = group('price', {}, [
  reads('price-discount', 'Compute a price after a discount', price, ({ cents, percent }) =>
    success({ cents: Math.round(cents * (1 - percent / 100)) }),
  ),
  reads('price-with-tax', 'Compute a price with its sales tax', price, ({ cents, percent }) =>
    success({ cents: Math.round(cents * (1 + percent / 100)) }),
  ),
  reads('price-split', 'Split a price into equal parts', z.object({ cents: z.int(), parts: z.int().min(1) }), (input) =>
    success({ cents: Math.ceil(input.cents / input.parts) }),
  ),
  reads(
    'price-format',
    'Write a price as text in a currency',
    z.object({ cents: z.int(), currency: z.string() }),
    (input) => success({ text: `${(input.cents / 100).toFixed(2)} ${input.currency}` }),
  ),
]);

const dates = group('date', {}, [
  reads('date-delivery', 'When a parcel that is sent today arrives', z.object({ days: z.int().min(1) }), ({ days }) =>
    success({ arrives: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) }),
  ),
  reads('date-weekday', 'Which day of the week a date is', z.object({ date: z.iso.date() }), ({ date }) =>
    success({ weekday: new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) }),
  ),
  reads(
    'date-difference',
    'How many days are between two dates',
    z.object({ from: z.iso.date(), to: z.iso.date() }),
    (input) => success({ days: (Date.parse(input.to) - Date.parse(input.from)) / 86_400_000 }),
  ),
  reads('date-opening-hours', 'When the shop is open', none, () => success({ from: '09:00', to: '18:00' })),
]);

const letters = group('letter', {}, [
  reads('letter-apology', 'Write an apology for a late parcel', z.object({ name: z.string() }), ({ name }) =>
    success({ text: `Dear ${name}, we are sorry that your parcel is late.` }),
  ),
  reads('letter-reminder', 'Write a reminder of an unpaid bill', z.object({ name: z.string() }), ({ name }) =>
    success({ text: `Dear ${name}, please pay your bill.` }),
  ),
  reads('letter-greeting', 'Write a birthday greeting', z.object({ name: z.string() }), ({ name }) =>
    success({ text: `Happy birthday, ${name}!` }),
  ),
  reads('letter-length', 'Count the words of a text', z.object({ text: z.string() }), ({ text }) =>
    success({ words: text.split(/\s+/).filter(Boolean).length }),
  ),
]);

const account = group('account', {}, [
  reads('account-whoami', 'Tell the name of the customer who asks', none, (_input, { auth }) =>
    success({ customer: auth?.extra?.userId ?? null }),
  ),
  reads('account-scopes', 'Tell what the customer who asks may do', none, (_input, { auth }) =>
    success({ scopes: auth?.scopes ?? [] }),
  ),
  reads('account-password-strength', 'Judge how safe a password is', z.object({ password: z.string() }), (input) =>
    success({ safe: input.password.length >= 12 }),
  ),
  reads(
    'account-count',
    'Count slowly to a number, and report each step',
    z.object({ to: z.int().min(1).max(10) }),
    async ({ to }, { reportProgress }) => {
      for (let step = 1; step <= to; step += 1) reportProgress({ progress: step, total: to });
      return success({ counted: to });
    },
  ),
]);

export const ownCommands = [...cart, ...prices, ...dates, ...letters, ...account];
