import { z } from 'zod';

/** Input fields that several commands share. */

export const text = (maximum: number) => z.string().trim().min(1).max(maximum);

export const userNumber = z.int().min(1).max(1_000_000_000);
export const userId = userNumber.describe('Number of the customer account.');

export const sku = z.string().min(1).describe('Stock keeping unit of a product, such as "KIT-001".');

export const quantity = z.int().min(1).max(10_000);

export const cents = z.int().min(0).max(100_000_000);

/** A day that exists; the plain format keeps the JSON Schema short. */
export const day = z
  .string()
  .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(value), 'Expected a date such as 2025-03-31')
  .meta({ format: 'date' });

export const address = z.object({
  street: text(120),
  city: text(80),
  postalCode: text(12),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .describe('Two letters, such as DE.'),
});
export type Address = z.infer<typeof address>;

export const lineItem = z.object({ sku, quantity });

/** For period filters: whole days, both included. */
export const period = {
  from: day.optional().describe('First day, included.'),
  to: day.optional().describe('Last day, included.'),
};

function isRealDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
