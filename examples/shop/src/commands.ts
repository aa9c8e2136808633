import type { Command } from '@foldout/server';
import { couponCommands } from './commands/coupons.ts';
import { inventoryCommands } from './commands/inventory.ts';
import { orderCommands } from './commands/orders.ts';
import { paymentCommands } from './commands/payments.ts';
import { productCommands } from './commands/products.ts';
import { reportCommands } from './commands/reports.ts';
import { reviewCommands } from './commands/reviews.ts';
import { settingCommands } from './commands/settings.ts';
import { shipmentCommands } from './commands/shipments.ts';
import { subscriptionCommands } from './commands/subscriptions.ts';
import { ticketCommands } from './commands/tickets.ts';
import { todoCommands } from './commands/todos.ts';
import { userCommands } from './commands/users.ts';
import { openShop } from './open-shop.ts';

/** Descriptions of the categories. Search uses these texts. A command's category is the first word of its name. */
export const categoryDescriptions: Readonly<Record<string, string>> = {
  user: 'Customer accounts: contact data, addresses, suspension, deletion.',
  order: 'Orders from placing to changing and calling off.',
  product: 'The assortment: what is sold, in which department, at what price.',
  inventory: 'Stock in the warehouse: deliveries, losses, counts, reordering.',
  payment: 'Money received for orders and money paid back.',
  subscription: 'Monthly plans that customers subscribe to.',
  shipment: 'Parcels: sending, tracking, delivery, returns.',
  coupon: 'Discount codes and their terms.',
  review: 'Ratings and opinions of customers, moderated and answered.',
  ticket: 'Customer support: questions, complaints, conversations.',
  todo: 'Tasks of the team.',
  config: 'Settings of the shop.',
  report: 'Figures: sales, bestsellers, best customers, stock value, audit of the books.',
};

/** Every command, over the data of one shop. */
export function shopCommands(shop = openShop()): Command[] {
  const areas = [
    userCommands,
    orderCommands,
    productCommands,
    inventoryCommands,
    paymentCommands,
    subscriptionCommands,
    shipmentCommands,
    couponCommands,
    reviewCommands,
    ticketCommands,
    todoCommands,
    settingCommands,
    reportCommands,
  ];
  return areas.flatMap((commandsOf) => commandsOf(shop));
}
