import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { text } from '../fields.ts';
import { listPage, pageInput } from '../pagination.ts';
import { CARRIERS, SHIPMENT_STATUSES, type Shipment, type ShipmentEvent } from '../records.ts';
import { balanceOf } from '../rules/order-balance.ts';
import { findOrder, itemsOf } from '../rules/order-records.ts';
import { moveStock } from '../rules/stock.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { addDays, now } from '../time.ts';

const shipmentOutput = z.object({
  id: z.string(),
  orderId: z.string(),
  carrier: z.enum(CARRIERS),
  trackingNumber: z.string(),
  status: z.enum(SHIPMENT_STATUSES),
  shippedAt: z.string(),
  deliveredAt: z.string().nullable(),
});

function findShipment(db: ShopDatabase, id: string): Shipment | undefined {
  return db.first<Shipment>('SELECT * FROM shipments WHERE id = ?', id);
}

function arrived({ id, status }: Shipment) {
  const next = 'Call shipment-get to see its events.';
  return refused('SHIPMENT_NOT_IN_TRANSIT', `Shipment '${id}' is ${status}, not on its way.`, next, { status });
}

export const shipmentCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'shipment-create',
    description: 'Ship a paid order: hands it to a carrier and marks it as shipped.',
    summary: 'Ship a paid order',
    tags: ['shipping'],
    aliases: ['dispatch', 'send parcel', 'fulfil order', 'hand to carrier'],
    mutation: true,
    executionTime: 'fast',
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_SHIPPABLE', 'TRACKING_NUMBER_TAKEN'],
    relatedTools: ['order-list', 'payment-record', 'shipment-track'],
    input: z.object({ orderId: z.string(), carrier: z.enum(CARRIERS), trackingNumber: text(40) }),
    output: shipmentOutput,
    examples: [{ title: 'With DHL', input: { orderId: 'ord-1390', carrier: 'dhl', trackingNumber: 'DHL00340434' } }],
    handler: ({ orderId, carrier, trackingNumber }) =>
      db.transaction(() => {
        const order = findOrder(db, orderId);
        if (!order) return notFound('order', orderId);
        if (order.status !== 'paid') {
          const next = {
            pending: 'Record the payment with payment-record first.',
            other: 'Find orders to ship with order-list, status: paid.',
          }[order.status === 'pending' ? 'pending' : 'other'];
          const message = `Order '${orderId}' is ${order.status}; only a paid order can be shipped.`;
          return refused('ORDER_NOT_SHIPPABLE', message, next, { status: order.status });
        }
        const known = 'SELECT * FROM shipments WHERE trackingNumber = ?';
        const taken = db.first<Shipment>(known, trackingNumber);
        if (taken) {
          const message = `Tracking number '${trackingNumber}' belongs to shipment '${taken.id}'.`;
          return refused('TRACKING_NUMBER_TAKEN', message, 'Check the label and pass the right number.');
        }
        const shippedAt = now();
        const id = db.nextId('shp');
        const status = 'in-transit' as const;
        const shipment = { id, orderId, carrier, trackingNumber, status, shippedAt, deliveredAt: null };
        db.insert('shipments', shipment);
        const text = 'Handed to the carrier';
        db.insert('shipmentEvents', { shipmentId: id, place: 'Warehouse', text, createdAt: shippedAt });
        db.update('orders', { id: orderId }, { status: 'shipped' });
        return success(shipment, { reasoning: `Order ${orderId} is on its way as ${id}.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'shipment-get',
    description: 'Get one shipment with its tracking events.',
    tags: ['shipping'],
    aliases: ['where is my parcel', 'tracking', 'delivery status'],
    executionTime: 'instant',
    errors: ['SHIPMENT_NOT_FOUND'],
    input: z.object({ shipmentId: z.string() }),
    examples: [{ title: 'The first shipment', input: { shipmentId: 'shp-1001' } }],
    handler({ shipmentId }) {
      const shipment = findShipment(db, shipmentId);
      if (!shipment) return notFound('shipment', shipmentId);
      const events = db.all<Omit<ShipmentEvent, 'shipmentId'>>(
        'SELECT place, text, createdAt FROM shipmentEvents WHERE shipmentId = ? ORDER BY createdAt, id',
        shipmentId,
      );
      return success({ ...shipment, events }, { reasoning: `${shipmentId} is ${shipment.status}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'shipment-list',
    description: 'List shipments, newest first, by order, carrier, status or tracking number.',
    tags: ['shipping'],
    aliases: ['parcels', 'deliveries', 'find tracking number'],
    executionTime: 'fast',
    input: z.object({
      orderId: z.string().optional(),
      carrier: z.enum(CARRIERS).optional(),
      status: z.enum(SHIPMENT_STATUSES).optional(),
      trackingNumber: z.string().optional(),
      ...pageInput,
    }),
    handler: ({ orderId, carrier, status, trackingNumber, ...page }) =>
      listPage<Shipment>(
        db,
        {
          of: 'shipments',
          from: 'shipments',
          orderBy: 'shippedAt DESC, id DESC',
          where: [
            ['orderId = ?', orderId],
            ['carrier = ?', carrier],
            ['status = ?', status],
            ['trackingNumber = ?', trackingNumber],
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'shipment-track',
    description: 'Add a tracking event to a shipment that is on its way.',
    tags: ['shipping'],
    aliases: ['scan parcel', 'log parcel location', 'update delivery progress'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_NOT_IN_TRANSIT'],
    relatedTools: ['shipment-get', 'shipment-mark-delivered'],
    input: z.object({ shipmentId: z.string(), place: text(80), text: text(200).describe('What happened there.') }),
    handler({ shipmentId, place, text }) {
      const shipment = findShipment(db, shipmentId);
      if (!shipment) return notFound('shipment', shipmentId);
      if (shipment.status !== 'in-transit') return arrived(shipment);
      const event = { shipmentId, place, text, createdAt: now() };
      db.insert('shipmentEvents', event);
      return success(event, { reasoning: `${shipmentId} was seen in ${place}.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'shipment-mark-delivered',
    description: 'Mark a shipment, and with it its order, as delivered.',
    tags: ['shipping'],
    aliases: ['parcel arrived', 'confirm delivery'],
    mutation: true,
    executionTime: 'instant',
    errors: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_NOT_IN_TRANSIT'],
    relatedTools: ['shipment-return'],
    input: z.object({ shipmentId: z.string() }),
    output: shipmentOutput,
    handler: ({ shipmentId }) =>
      db.transaction(() => {
        const shipment = findShipment(db, shipmentId);
        if (!shipment) return notFound('shipment', shipmentId);
        if (shipment.status !== 'in-transit') return arrived(shipment);
        const delivered = { status: 'delivered', deliveredAt: now() } as const;
        db.update('shipments', { id: shipmentId }, delivered);
        db.update('orders', { id: shipment.orderId }, { status: 'delivered' });
        const event = { shipmentId, place: 'Front door', text: 'Delivered', createdAt: delivered.deliveredAt };
        db.insert('shipmentEvents', event);
        const reasoning = `Order ${shipment.orderId} has arrived.`;
        return success({ ...shipment, ...delivered }, { reasoning, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'shipment-return',
    description:
      'Take back the goods of a shipment, put them into stock again and mark the order as returned. Possible for a ' +
      'number of days after delivery (setting returns.window-days). Money is paid back separately.',
    summary: 'Take back the goods of a shipment',
    tags: ['shipping', 'warehouse'],
    aliases: ['rma', 'send back', 'goods came back', 'take back'],
    mutation: true,
    executionTime: 'fast',
    errors: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_ALREADY_RETURNED', 'RETURN_WINDOW_CLOSED'],
    relatedTools: ['payment-refund', 'config-get'],
    input: z.object({
      shipmentId: z.string(),
      resellable: z.boolean().default(true).describe('False leaves the goods out of stock.'),
    }),
    handler: ({ shipmentId, resellable }) =>
      db.transaction(() => {
        const shipment = findShipment(db, shipmentId);
        if (!shipment) return notFound('shipment', shipmentId);
        if (shipment.status === 'returned') {
          const next = 'Call payment-balance to see whether the money was paid back.';
          return refused('SHIPMENT_ALREADY_RETURNED', `Shipment '${shipmentId}' came back already.`, next);
        }
        const { orderId, deliveredAt } = shipment;
        const days = readSetting(db, 'returns.window-days');
        if (deliveredAt && now() > addDays(deliveredAt, days)) {
          return refused(
            'RETURN_WINDOW_CLOSED',
            `Shipment '${shipmentId}' was delivered on ${deliveredAt}; returns are taken for ${days} days.`,
            'Decline, or raise returns.window-days with config-set.',
            { deliveredAt, days },
          );
        }
        const items = itemsOf(db, orderId);
        for (const { sku, quantity } of resellable ? items : []) {
          moveStock(db, { sku, change: quantity, reason: 'return', note: shipmentId });
        }
        db.update('shipments', { id: shipmentId }, { status: 'returned' });
        db.update('orders', { id: orderId }, { status: 'returned' });
        const order = findOrder(db, orderId);
        const toRefundCents = order ? balanceOf(db, order).creditCents : 0;
        return success(
          { shipmentId, orderId, status: 'returned', toRefundCents },
          {
            reasoning: `The goods of order ${orderId} are back${resellable ? ' in stock' : ''}.`,
            confidence: 1,
            suggestions: [`Find the payment with payment-list, orderId: ${orderId}, then call payment-refund.`],
          },
        );
      }),
  }),
];
