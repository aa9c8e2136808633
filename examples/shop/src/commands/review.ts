import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { sku, text, userId } from '../fields.ts';
import { listPage, pageInput } from '../pagination.ts';
import { REVIEW_STATUSES, type Review, type ReviewStatus } from '../records.ts';
import { findProduct, findUser } from '../rules/lookups.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const reviewOutput = z.object({
  id: z.string(),
  sku: z.string(),
  userId: z.int(),
  rating: z.int(),
  text: z.string(),
  status: z.enum(REVIEW_STATUSES),
  reply: z.string().nullable(),
  createdAt: z.string(),
});

const onlyId = z.object({ reviewId: z.string() });
const rating = z.int().min(1).max(5);

function findReview(db: ShopDatabase, id: string): Review | undefined {
  return db.first<Review>('SELECT * FROM reviews WHERE id = ?', id);
}

function moderate(db: ShopDatabase, id: string, status: ReviewStatus) {
  const review = findReview(db, id);
  if (!review) return notFound('review', id);
  db.update('reviews', { id }, { status });
  return success({ ...review, status }, { reasoning: `Review ${id} is ${status}.`, confidence: 1 });
}

function bought(db: ShopDatabase, userId: number, sku: string): boolean {
  const sql = `SELECT 1 FROM orders o JOIN orderItems i ON i.orderId = o.id
    WHERE o.userId = ? AND i.sku = ? AND o.status IN ('delivered', 'returned')`;
  return db.first(sql, userId, sku) !== undefined;
}

export const reviewCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'review-create',
    description:
      'Enter a review of a product on behalf of a user who received it. One review per user and product; it is ' +
      'pending until approved, unless the setting reviews.auto-approve is on.',
    summary: 'Enter a review of a product for a user who received it',
    tags: ['content', 'crud'],
    aliases: ['rate product', 'customer feedback', 'stars'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'NOT_BOUGHT', 'ALREADY_REVIEWED'],
    relatedTools: ['review-approve'],
    input: z.object({ sku, userId, rating, text: text(2000) }),
    output: reviewOutput,
    handler: ({ sku, userId, rating, text }) =>
      db.transaction(() => {
        if (!findUser(db, userId)) return notFound('user', userId);
        if (!findProduct(db, sku)) return notFound('product', sku);
        const given = db.first<Review>('SELECT * FROM reviews WHERE sku = ? AND userId = ?', sku, userId);
        if (given) {
          const message = `User ${userId} has reviewed '${sku}' in '${given.id}'.`;
          return refused('ALREADY_REVIEWED', message, 'A product is reviewed once; answer it with review-reply.');
        }
        if (!bought(db, userId, sku)) {
          const message = `User ${userId} has not received '${sku}'.`;
          return refused('NOT_BOUGHT', message, `See what they bought with order-list, userId: ${userId}.`);
        }
        const status = readSetting(db, 'reviews.auto-approve') ? 'approved' : 'pending';
        const review: Review = {
          id: db.nextId('rev'),
          sku,
          userId,
          rating,
          text,
          status,
          reply: null,
          createdAt: now(),
        };
        db.insert('reviews', review);
        return success(review, { reasoning: `Review ${review.id} is ${status}.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'review-list',
    description: 'List reviews, newest first, by product, user, status or rating.',
    tags: ['content', 'crud'],
    aliases: ['ratings', 'moderation queue', 'complaints about product'],
    executionTime: 'fast',
    input: z.object({
      sku: sku.optional(),
      userId: userId.optional(),
      status: z.enum(REVIEW_STATUSES).optional(),
      maximumRating: rating.optional().describe('Only reviews with at most this many stars.'),
      ...pageInput,
    }),
    examples: [{ title: 'What waits for approval', input: { status: 'pending' } }],
    handler: ({ sku, userId, status, maximumRating, ...page }) =>
      listPage<Review>(
        db,
        {
          of: 'reviews',
          from: 'reviews',
          orderBy: 'createdAt DESC, id DESC',
          where: [
            ['sku = ?', sku],
            ['userId = ?', userId],
            ['status = ?', status],
            ['rating <= ?', maximumRating],
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'review-approve',
    description: 'Publish a review. It then counts in the rating of its product.',
    tags: ['content', 'moderation'],
    aliases: ['accept review', 'publish feedback'],
    mutation: true,
    executionTime: 'instant',
    errors: ['REVIEW_NOT_FOUND'],
    relatedTools: ['review-list', 'review-reject'],
    input: onlyId,
    output: reviewOutput,
    handler: ({ reviewId }) => moderate(db, reviewId, 'approved'),
  }),

  defineCommand({
    name: 'review-reject',
    description: 'Keep a review from being published, or take it down.',
    tags: ['content', 'moderation'],
    aliases: ['hide review', 'spam review', 'decline feedback'],
    mutation: true,
    executionTime: 'instant',
    errors: ['REVIEW_NOT_FOUND'],
    relatedTools: ['review-list', 'review-approve'],
    input: onlyId,
    output: reviewOutput,
    handler: ({ reviewId }) => moderate(db, reviewId, 'rejected'),
  }),

  defineCommand({
    name: 'review-reply',
    description: "Write the shop's public answer below a published review. It replaces an earlier answer.",
    tags: ['content'],
    aliases: ['respond to review', 'answer feedback'],
    mutation: true,
    executionTime: 'instant',
    errors: ['REVIEW_NOT_FOUND', 'REVIEW_NOT_PUBLISHED'],
    relatedTools: ['review-approve'],
    input: z.object({ reviewId: z.string(), text: text(1000) }),
    output: reviewOutput,
    handler({ reviewId, text }) {
      const review = findReview(db, reviewId);
      if (!review) return notFound('review', reviewId);
      if (review.status !== 'approved') {
        const message = `Review '${reviewId}' is ${review.status}; nobody would see the answer.`;
        return refused('REVIEW_NOT_PUBLISHED', message, 'Publish it with review-approve first.');
      }
      db.update('reviews', { id: reviewId }, { reply: text });
      return success({ ...review, reply: text }, { reasoning: `Answered review ${reviewId}.`, confidence: 1 });
    },
  }),
];
