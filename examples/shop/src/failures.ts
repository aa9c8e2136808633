import { type CommandFailure, failure } from '@foldout/server';

const LIST_COMMANDS = {
  user: 'user-list',
  order: 'order-list',
  product: 'product-list',
  payment: 'payment-list',
  subscription: 'subscription-list',
  shipment: 'shipment-list',
  coupon: 'coupon-list',
  review: 'review-list',
  ticket: 'ticket-list',
  todo: 'todo-list',
} as const;

/** `notFound('order', 'ord-9')` answers `ORDER_NOT_FOUND`, names the id and says where to look. */
export function notFound(kind: keyof typeof LIST_COMMANDS, id: string | number): CommandFailure {
  return failure({
    code: `${kind.toUpperCase()}_NOT_FOUND`,
    message: `There is no ${kind} '${id}'.`,
    suggestion: `Call ${LIST_COMMANDS[kind]} to see which exist.`,
    details: { id },
  });
}

/** A business rule said no: which one, about what, and what can be done instead. */
export function refused(code: string, message: string, suggestion: string, details?: object): CommandFailure {
  return failure({ code, message, suggestion, ...(details && { details }) });
}
