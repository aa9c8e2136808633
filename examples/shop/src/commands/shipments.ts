import { z } from 'zod';
import { pageInput, text } from '../fields.ts';
import { found, is, newest, page } from '../rows.ts';
import { CARRIERS, type Shipment, type Shop, setting } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';
import { moveStock } from './inventory.ts';

const DAY_MS = 86_400_000;

export const shipmentCommands = (shop: Shop) => {
  const orderId = z.string().min(1);
  const shipmentId = z.string().min(1);
  const carrier = z.enum(CARRIERS);
  const trackingNumber = text(60);
  const shipment = (id: string): Shipment => found(shop.shipments, 'shipment', id);

  const inTransit = (id: string): Shipment => {
    const one = shipment(id);
    if (one.status === 'in-transit') return one;
    throw new Refusal('SHIPMENT_NOT_IN_TRANSIT', `Shipment '${id}' is ${one.status}.`, 'Call shipment-get.');
  };

  return [
    write(
      'shipment-create',
      'Ship a paid order: hands it to a carrier and marks it as shipped.',
      { orderId, carrier, trackingNumber },
      ({ orderId, carrier, trackingNumber }) => {
        const order = found(shop.orders, 'order', orderId);
        if (order.status !== 'paid') {
          throw new Refusal('ORDER_NOT_SHIPPABLE', `Order '${orderId}' is ${order.status}.`, 'It has to be paid.');
        }
        if (newest(shop.shipments, (one) => one.trackingNumber === trackingNumber).length > 0) {
          throw new Refusal('TRACKING_NUMBER_TAKEN', `'${trackingNumber}' is in use.`, 'Check the number.');
        }
        const id = shop.nextId('shp');
        const state = { status: 'in-transit', events: [], deliveredAt: null } as const;
        const added: Shipment = { id, orderId, carrier, trackingNumber, ...state, events: [] };
        shop.shipments.set(id, added);
        order.status = 'shipped';
        return added;
      },
    ),
    read('shipment-get', 'Get one shipment with its tracking events.', { shipmentId }, ({ shipmentId }) =>
      shipment(shipmentId),
    ),
    read(
      'shipment-list',
      'List shipments, newest first, by order, carrier, status or tracking number.',
      {
        orderId: orderId.optional(),
        carrier: carrier.optional(),
        status: z.enum(['in-transit', 'delivered', 'returned']).optional(),
        trackingNumber: trackingNumber.optional(),
        ...pageInput,
      },
      ({ orderId, carrier, status, trackingNumber, ...where }) => {
        const fits = (one: Shipment): boolean =>
          is(orderId, one.orderId) &&
          is(carrier, one.carrier) &&
          is(status, one.status) &&
          is(trackingNumber, one.trackingNumber);
        return page('shipments', newest(shop.shipments, fits), where);
      },
    ),
    write(
      'shipment-track',
      'Add a tracking event to a shipment that is on its way.',
      { shipmentId, place: text(80), text: text(200) },
      ({ shipmentId, place, text }) => {
        const one = inTransit(shipmentId);
        one.events.push({ place, text });
        return one;
      },
    ),
    write(
      'shipment-mark-delivered',
      'Mark a shipment, and with it its order, as delivered.',
      { shipmentId },
      ({ shipmentId }) => {
        const one = inTransit(shipmentId);
        found(shop.orders, 'order', one.orderId).status = 'delivered';
        return Object.assign(one, { status: 'delivered', deliveredAt: new Date().toISOString() });
      },
    ),
    write(
      'shipment-return',
      'Take back the goods of a shipment, put them into stock again and mark the order as returned. Possible for ' +
        'a number of days after delivery (setting returns.window-days). Money is paid back separately.',
      { shipmentId, resellable: z.boolean().default(true) },
      ({ shipmentId, resellable }) => {
        const one = shipment(shipmentId);
        const days = Number(setting(shop, 'returns.window-days'));
        if (one.status === 'returned') {
          throw new Refusal('SHIPMENT_ALREADY_RETURNED', `'${shipmentId}' has come back.`, 'Nothing is left to do.');
        }
        if (one.deliveredAt && Date.parse(one.deliveredAt) + days * DAY_MS < Date.now()) {
          throw new Refusal('RETURN_WINDOW_CLOSED', `The ${days} days are over.`, 'Change returns.window-days first.');
        }
        const order = found(shop.orders, 'order', one.orderId);
        if (resellable) {
          for (const { sku, quantity } of order.items) moveStock(shop, sku, quantity, 'return', order.id);
        }
        order.status = 'returned';
        return Object.assign(one, { status: 'returned' });
      },
      { aliases: ['rma', 'send back', 'goods came back', 'take back'] },
    ),
  ];
};
