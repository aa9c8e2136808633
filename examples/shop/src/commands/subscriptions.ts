import { z } from 'zod';
import { pageInput, userId } from '../fields.ts';
import { found, is, newest, page } from '../rows.ts';
import { PLAN_NAMES, PLANS, type Shop, type Subscription } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';

const withPrice = (one: Subscription) => ({ ...one, monthlyCents: PLANS[one.plan] });

export const subscriptionCommands = (shop: Shop) => {
  const subscriptionId = z.string().min(1);
  const plan = z.enum(PLAN_NAMES);

  /** Changes a subscription. Refuses the change if its status is not one of `from`. */
  const move = (id: string, from: readonly Subscription['status'][], change: Partial<Subscription>) => {
    const one = found(shop.subscriptions, 'subscription', id);
    if (from.includes(one.status)) return withPrice(Object.assign(one, change));
    const message = `Subscription '${id}' is ${one.status}.`;
    throw new Refusal('SUBSCRIPTION_WRONG_STATUS', message, `It has to be ${from.join(' or ')}.`);
  };

  return [
    read(
      'subscription-list-plans',
      'List the plans that customers can subscribe to, with their monthly price.',
      {},
      () => ({ plans: Object.entries(PLANS).map(([name, monthlyCents]) => ({ name, monthlyCents })) }),
    ),
    write(
      'subscription-create',
      'Start a subscription for a user. A user can have one running subscription.',
      { userId, plan },
      ({ userId, plan }) => {
        found(shop.users, 'user', userId);
        const [running] = newest(shop.subscriptions, (one) => one.userId === userId && one.status !== 'cancelled');
        if (running) {
          throw new Refusal(
            'ALREADY_SUBSCRIBED',
            `User ${userId} has '${running.id}'.`,
            'Call subscription-change-plan.',
          );
        }
        const added: Subscription = { id: shop.nextId('sub'), userId, plan, status: 'active' };
        shop.subscriptions.set(added.id, added);
        return withPrice(added);
      },
    ),
    read(
      'subscription-get',
      'Get one subscription with its plan and price.',
      { subscriptionId },
      ({ subscriptionId }) => withPrice(found(shop.subscriptions, 'subscription', subscriptionId)),
    ),
    read(
      'subscription-list',
      'List subscriptions, newest first, by user, plan or status.',
      {
        userId: userId.optional(),
        plan: plan.optional(),
        status: z.enum(['active', 'paused', 'cancelled']).optional(),
        ...pageInput,
      },
      ({ userId, plan, status, ...where }) => {
        const fits = (one: Subscription) => is(userId, one.userId) && is(plan, one.plan) && is(status, one.status);
        return page('subscriptions', newest(shop.subscriptions, fits).map(withPrice), where);
      },
    ),
    write(
      'subscription-change-plan',
      'Move an active subscription to another plan. The new price counts from the next renewal.',
      { subscriptionId, plan },
      ({ subscriptionId, plan }) => move(subscriptionId, ['active'], { plan }),
      { aliases: ['upgrade', 'downgrade', 'switch tier'] },
    ),
    write(
      'subscription-pause',
      'Pause an active subscription. It does not renew until it is resumed.',
      { subscriptionId },
      ({ subscriptionId }) => move(subscriptionId, ['active'], { status: 'paused' }),
    ),
    write(
      'subscription-resume',
      'Resume a paused subscription. It renews 30 days from now.',
      { subscriptionId },
      ({ subscriptionId }) => move(subscriptionId, ['paused'], { status: 'active' }),
    ),
    write(
      'subscription-cancel',
      'Cancel a subscription. It does not renew any more; a new one can be started at any time.',
      { subscriptionId },
      ({ subscriptionId }) => move(subscriptionId, ['active', 'paused'], { status: 'cancelled' }),
    ),
  ];
};
