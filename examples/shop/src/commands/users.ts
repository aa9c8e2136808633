import { z } from 'zod';
import { address, pageInput, text, userId } from '../fields.ts';
import { change, contains, found, is, newest, page } from '../rows.ts';
import type { Shop, User } from '../shop.ts';
import { destroy, Refusal, read, write } from '../shop-command.ts';

export const userCommands = (shop: Shop) => {
  const user = (id: number): User => found(shop.users, 'user', id);
  const byEmail = (email: string) => [...shop.users.values()].find((one) => one.email === email.toLowerCase());
  const freeEmail = (email: string, id?: number): string => {
    const owner = byEmail(email);
    if (!owner || owner.id === id) return email.toLowerCase();
    throw new Refusal(
      'EMAIL_TAKEN',
      `'${email}' belongs to user ${owner.id}.`,
      'Use user-update to change that account.',
    );
  };
  const email = z.email().max(200);
  const phone = text(40).optional();

  return [
    write(
      'user-create',
      'Create a new user account. The email must not belong to another account.',
      { name: text(100), email, phone, address: address.optional() },
      ({ name, email, phone = null, address: place = null }) => {
        const id = shop.users.size + 1;
        const added: User = { id, name, email: freeEmail(email), phone, address: place, status: 'active' };
        shop.users.set(id, added);
        return added;
      },
      { examples: [{ title: 'A name and an email are enough', input: { name: 'Alice', email: 'a@b.com' } }] },
    ),
    read('user-get', 'Get one user account by its number.', { id: userId }, ({ id }) => user(id)),
    read(
      'user-list',
      'List user accounts, newest first.',
      { name: text(100).optional(), status: z.enum(['active', 'suspended']).optional(), ...pageInput },
      ({ name, status, ...where }) => {
        const fits = (one: User) => contains(name, one.name ?? '') && is(status, one.status as 'active');
        return page('users', newest(shop.users, fits), where);
      },
    ),
    read('user-find-by-email', 'Find the user account that has an email address.', { email }, ({ email }) => {
      const owner = byEmail(email);
      if (owner) return owner;
      throw new Refusal('USER_NOT_FOUND', `Nobody has '${email}'.`, 'Call user-list with a part of the name.');
    }),
    write(
      'user-update',
      'Change the name, email or phone of a user account. Fields left out stay as they are.',
      { id: userId, name: text(100).optional(), email: email.optional(), phone },
      ({ id, name, email, phone }) =>
        change(user(id), { name, phone, email: email === undefined ? undefined : freeEmail(email, id) }),
    ),
    write(
      'user-set-address',
      'Set the default delivery address of a user account. Orders already placed keep theirs.',
      { id: userId, address },
      ({ id, address }) => change(user(id), { address }),
    ),
    write(
      'user-suspend',
      'Suspend a user account, so that no orders can be placed with it.',
      { id: userId },
      ({ id }) => change(user(id), { status: 'suspended' }),
    ),
    write('user-reactivate', 'Lift the suspension of a user account.', { id: userId }, ({ id }) =>
      change(user(id), { status: 'active' }),
    ),
    destroy(
      'user-delete',
      'Delete a user account. Name, email, phone and address are erased for good; past orders stay in the books ' +
        'without them. Refused while the customer has open orders or a running subscription.',
      { id: userId },
      ({ id }) => {
        const open = newest(shop.orders, ({ userId, status }) => userId === id && /pending|paid|shipped/.test(status));
        const running = newest(shop.subscriptions, (one) => one.userId === id && one.status !== 'cancelled');
        if (open.length + running.length === 0) {
          return change(user(id), { name: null, email: null, phone: null, address: null, status: 'deleted' });
        }
        const ids = [...open, ...running].map((one) => one.id).join(', ');
        throw new Refusal('USER_HAS_OPEN_BUSINESS', `User ${id} still has ${ids}.`, 'Cancel or finish these first.');
      },
      {
        aliases: ['remove customer', 'erase personal data', 'gdpr', 'close account'],
        confirmPrompt: 'This will erase the personal data of user {id} for good. Continue?',
      },
    ),
  ];
};
