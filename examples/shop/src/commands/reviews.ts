import { z } from 'zod';
import { pageInput, sku, text, userId } from '../fields.ts';
import { found, is, newest, page } from '../rows.ts';
import { type Review, type Shop, setting } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';

export const reviewCommands = (shop: Shop) => {
  const reviewId = z.string().min(1);
  const review = (id: string): Review => found(shop.reviews, 'review', id);

  return [
    write(
      'review-create',
      'Enter a review of a product on behalf of a user who received it. One review per user and product; it is ' +
        'pending until approved, unless the setting reviews.auto-approve is on.',
      { sku, userId, rating: z.int().min(1).max(5), text: text(2_000) },
      (given) => {
        found(shop.users, 'user', given.userId);
        found(shop.products, 'product', given.sku);
        const received = newest(shop.orders, (order) => {
          return order.userId === given.userId && order.items.some(({ sku }) => sku === given.sku);
        });
        if (received.length === 0) {
          throw new Refusal('NOT_BOUGHT', `User ${given.userId} never bought '${given.sku}'.`, 'Call order-list.');
        }
        if (newest(shop.reviews, (one) => one.userId === given.userId && one.sku === given.sku).length > 0) {
          throw new Refusal('ALREADY_REVIEWED', 'This user has reviewed this product.', 'Call review-list.');
        }
        const status = setting(shop, 'reviews.auto-approve') ? 'approved' : 'pending';
        const added: Review = { id: shop.nextId('rev'), ...given, status, reply: null };
        shop.reviews.set(added.id, added);
        return added;
      },
    ),
    read(
      'review-list',
      'List reviews, newest first, by product, user, status or rating.',
      {
        sku: sku.optional(),
        userId: userId.optional(),
        status: z.enum(['pending', 'approved', 'rejected']).optional(),
        maximumRating: z.int().min(1).max(5).default(5),
        ...pageInput,
      },
      ({ sku, userId, status, maximumRating, ...where }) => {
        const fits = (one: Review): boolean =>
          is(sku, one.sku) && is(userId, one.userId) && is(status, one.status) && one.rating <= maximumRating;
        return page('reviews', newest(shop.reviews, fits), where);
      },
    ),
    write(
      'review-approve',
      'Publish a review. It then counts in the rating of its product.',
      { reviewId },
      ({ reviewId }) => Object.assign(review(reviewId), { status: 'approved' }),
    ),
    write('review-reject', 'Keep a review from being published, or take it down.', { reviewId }, ({ reviewId }) =>
      Object.assign(review(reviewId), { status: 'rejected' }),
    ),
    write(
      'review-reply',
      "Write the shop's public answer below a published review. It replaces an earlier answer.",
      { reviewId, text: text(2_000) },
      ({ reviewId, text }) => {
        const one = review(reviewId);
        if (one.status === 'approved') return Object.assign(one, { reply: text });
        throw new Refusal(
          'REVIEW_NOT_PUBLISHED',
          `Review '${reviewId}' is ${one.status}.`,
          'Call review-approve first.',
        );
      },
    ),
  ];
};
