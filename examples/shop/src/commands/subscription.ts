import { type Command, type CommandFailure, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { userId } from '../fields.ts';
import { formatCents } from '../money.ts';
import { listPage, pageInput } from '../pagination.ts';
import { PLANS, type Plan, SUBSCRIPTION_STATUSES, type Subscription, type SubscriptionStatus } from '../records.ts';
import { findUser } from '../rules/lookups.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { addDays, now } from '../time.ts';

const PERIOD_DAYS = 30;

const subscriptionOutput = z.object({
  id: z.string(),
  userId: z.int(),
  plan: z.enum(PLANS),
  status: z.enum(SUBSCRIPTION_STATUSES),
  startedAt: z.string(),
  renewsAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
});

const onlyId = z.object({ subscriptionId: z.string() });

function findSubscription(db: ShopDatabase, id: string): Subscription | undefined {
  return db.first<Subscription>('SELECT * FROM subscriptions WHERE id = ?', id);
}

function findPlan(db: ShopDatabase, name: string): Plan {
  return db.one<Plan>('SELECT * FROM plans WHERE name = ?', name);
}

/** Moves a subscription on, when it is in one of the states the step starts from. */
function change(
  db: ShopDatabase,
  id: string,
  from: readonly SubscriptionStatus[],
  changes: Partial<Pick<Subscription, 'status' | 'plan' | 'renewsAt' | 'cancelledAt'>>,
) {
  const subscription = findSubscription(db, id);
  if (!subscription) return notFound('subscription', id);
  if (!from.includes(subscription.status)) return wrongStatus(subscription, from);
  db.update('subscriptions', { id }, changes);
  const changed = { ...subscription, ...changes };
  const reasoning = `Subscription ${id} is ${changed.status}, plan ${changed.plan}.`;
  return success(changed, { reasoning, confidence: 1 });
}

function wrongStatus({ id, status }: Subscription, from: readonly SubscriptionStatus[]): CommandFailure {
  const next = {
    active: 'It runs already; call subscription-pause to interrupt it.',
    paused: 'Call subscription-resume first.',
    cancelled: 'It has ended; start another with subscription-create.',
  };
  const message = `Subscription '${id}' is ${status}; this needs one that is ${from.join(' or ')}.`;
  return refused('SUBSCRIPTION_WRONG_STATUS', message, next[status], { status });
}

export const subscriptionCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'subscription-list-plans',
    description: 'List the plans that customers can subscribe to, with their monthly price.',
    tags: ['billing', 'subscription'],
    aliases: ['pricing', 'tiers', 'subscription prices'],
    executionTime: 'instant',
    handler() {
      const plans = db.all<Plan & { subscribers: number }>(
        `SELECT p.*, count(s.id) AS subscribers FROM plans p
         LEFT JOIN subscriptions s ON s.plan = p.name AND s.status = 'active'
         GROUP BY p.name ORDER BY p.monthlyCents`,
      );
      return success({ plans }, { reasoning: `There are ${plans.length} plans.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'subscription-create',
    description: 'Start a subscription for a user. A user can have one running subscription.',
    tags: ['billing', 'subscription', 'crud'],
    aliases: ['subscribe', 'start membership', 'sign up for plan'],
    mutation: true,
    executionTime: 'instant',
    errors: ['USER_NOT_FOUND', 'ALREADY_SUBSCRIBED'],
    relatedTools: ['subscription-list-plans', 'subscription-change-plan'],
    input: z.object({ userId, plan: z.enum(PLANS) }),
    output: subscriptionOutput,
    examples: [{ title: 'The plus plan', input: { userId: 42, plan: 'plus' } }],
    handler: ({ userId, plan }) =>
      db.transaction(() => {
        if (!findUser(db, userId)) return notFound('user', userId);
        const running = db.first<Subscription>(
          "SELECT * FROM subscriptions WHERE userId = ? AND status <> 'cancelled'",
          userId,
        );
        if (running) {
          return refused(
            'ALREADY_SUBSCRIBED',
            `User ${userId} has the ${running.status} subscription '${running.id}' (${running.plan}).`,
            `Call subscription-change-plan with subscriptionId: ${running.id}.`,
            { subscriptionId: running.id },
          );
        }
        const startedAt = now();
        const subscription: Subscription = {
          id: db.nextId('sub'),
          userId,
          plan,
          status: 'active',
          startedAt,
          renewsAt: addDays(startedAt, PERIOD_DAYS),
          cancelledAt: null,
        };
        db.insert('subscriptions', subscription);
        const price = formatCents(findPlan(db, plan).monthlyCents);
        const reasoning = `User ${userId} is subscribed to ${plan} for ${price} a month.`;
        return success(subscription, { reasoning, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'subscription-get',
    description: 'Get one subscription with its plan and price.',
    tags: ['billing', 'subscription', 'crud'],
    aliases: ['show membership', 'when does it renew'],
    executionTime: 'instant',
    errors: ['SUBSCRIPTION_NOT_FOUND'],
    input: onlyId,
    output: subscriptionOutput.extend({ monthlyCents: z.int() }),
    handler({ subscriptionId }) {
      const subscription = findSubscription(db, subscriptionId);
      if (!subscription) return notFound('subscription', subscriptionId);
      const { monthlyCents } = findPlan(db, subscription.plan);
      const reasoning = `Subscription ${subscriptionId} is ${subscription.status}.`;
      return success({ ...subscription, monthlyCents }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'subscription-list',
    description: 'List subscriptions, newest first, by user, plan or status.',
    tags: ['billing', 'subscription', 'crud'],
    aliases: ['memberships', 'subscribers'],
    executionTime: 'fast',
    input: z.object({
      userId: userId.optional(),
      plan: z.enum(PLANS).optional(),
      status: z.enum(SUBSCRIPTION_STATUSES).optional(),
      ...pageInput,
    }),
    handler: ({ userId, plan, status, ...page }) =>
      listPage<Subscription>(
        db,
        {
          of: 'subscriptions',
          from: 'subscriptions',
          orderBy: 'startedAt DESC, id DESC',
          where: [
            ['userId = ?', userId],
            ['plan = ?', plan],
            ['status = ?', status],
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'subscription-change-plan',
    description: 'Move an active subscription to another plan. The new price counts from the next renewal.',
    tags: ['billing', 'subscription'],
    aliases: ['upgrade', 'downgrade', 'switch tier'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_WRONG_STATUS'],
    relatedTools: ['subscription-list-plans'],
    input: z.object({ subscriptionId: z.string(), plan: z.enum(PLANS) }),
    output: subscriptionOutput,
    handler: ({ subscriptionId, plan }) => change(db, subscriptionId, ['active'], { plan }),
  }),

  defineCommand({
    name: 'subscription-pause',
    description: 'Pause an active subscription. It does not renew until it is resumed.',
    tags: ['billing', 'subscription'],
    aliases: ['hold membership', 'interrupt subscription', 'vacation stop'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_WRONG_STATUS'],
    relatedTools: ['subscription-resume'],
    input: onlyId,
    output: subscriptionOutput,
    handler: ({ subscriptionId }) => change(db, subscriptionId, ['active'], { status: 'paused', renewsAt: null }),
  }),

  defineCommand({
    name: 'subscription-resume',
    description: 'Resume a paused subscription. It renews 30 days from now.',
    tags: ['billing', 'subscription'],
    aliases: ['continue membership', 'unpause', 'restart subscription'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_WRONG_STATUS'],
    relatedTools: ['subscription-pause'],
    input: onlyId,
    output: subscriptionOutput,
    handler: ({ subscriptionId }) =>
      change(db, subscriptionId, ['paused'], { status: 'active', renewsAt: addDays(now(), PERIOD_DAYS) }),
  }),

  defineCommand({
    name: 'subscription-cancel',
    description: 'Cancel a subscription. It does not renew any more; a new one can be started at any time.',
    summary: 'Cancel a subscription',
    tags: ['billing', 'subscription'],
    aliases: ['unsubscribe', 'end membership', 'quit plan'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_WRONG_STATUS'],
    relatedTools: ['subscription-pause', 'subscription-create'],
    input: onlyId,
    output: subscriptionOutput,
    handler: ({ subscriptionId }) =>
      change(db, subscriptionId, ['active', 'paused'], { status: 'cancelled', renewsAt: null, cancelledAt: now() }),
  }),
];
