import type { Command } from '@foldout/server';
import { configCommands } from './commands/config.ts';
import { couponCommands } from './commands/coupon.ts';
import { inventoryCommands } from './commands/inventory.ts';
import { orderCommands } from './commands/order.ts';
import { orderEditCommands } from './commands/order-edit.ts';
import { paymentCommands } from './commands/payment.ts';
import { productCommands } from './commands/product.ts';
import { reportCommands } from './commands/report.ts';
import { reconcileCommand } from './commands/report-reconcile.ts';
import { reviewCommands } from './commands/review.ts';
import { shipmentCommands } from './commands/shipment.ts';
import { subscriptionCommands } from './commands/subscription.ts';
import { ticketCommands } from './commands/ticket.ts';
import { todoCommands } from './commands/todo.ts';
import { userCommands } from './commands/user.ts';
import type { ShopDatabase } from './sqlite-database.ts';

/** What each category is about; it takes part in search. */
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

/** Every command of the shop, over one database. */
export function shopCommands(db: ShopDatabase): Command[] {
  return [
    ...userCommands(db),
    ...orderCommands(db),
    ...orderEditCommands(db),
    ...productCommands(db),
    ...inventoryCommands(db),
    ...paymentCommands(db),
    ...subscriptionCommands(db),
    ...shipmentCommands(db),
    ...couponCommands(db),
    ...reviewCommands(db),
    ...ticketCommands(db),
    ...todoCommands(db),
    ...configCommands(db),
    ...reportCommands(db),
    reconcileCommand(db),
  ];
}
