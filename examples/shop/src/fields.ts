import { z } from 'zod';

// Fields of inputs that several commands share.

export const text = (maximum: number) => z.string().trim().min(1).max(maximum);
export const cents = z.int().min(0).max(100_000_000);
export const quantity = z.int().min(1).max(10_000);
export const sku = z.string().min(1).describe('Stock keeping unit of a product, such as "KIT-001".');
export const userId = z.int().min(1).describe('Number of the customer account.');
export const day = z.iso.date();
export const period = {
  from: day.optional().describe('First day, included.'),
  to: day.optional().describe('Last day, included.'),
};
export const address = z.object({
  street: text(120),
  city: text(80),
  postalCode: text(12),
  country: z.string().length(2).describe('Two letters, such as DE.'),
});
export const lineItems = z.array(z.object({ sku, quantity })).min(1).max(100);

export const pageInput = { limit: z.int().min(1).max(100).default(20), offset: z.int().min(0).default(0) };
