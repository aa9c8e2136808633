import { beforeEach, describe, expect, it } from 'vitest';
import { openShop, type ShopUnderTest } from '../shop-under-test.ts';

const MUG = 'KIT-001';
const PAN = 'KIT-002';
let shop: ShopUnderTest;

beforeEach(async () => {
  shop = openShop();
  for (const sku of [MUG, PAN]) await shop.data('inventory-count', { sku, counted: 10 });
});

const onHand = async (sku: string) => (await shop.data('inventory-get', { sku })).onHand;
const place = (items: object[], more = {}) => shop.data('order-create', { userId: 42, items, ...more });

async function placePaid() {
  const { id: orderId } = await place([{ sku: MUG, quantity: 2 }]);
  const { paymentId, amountCents } = await shop.data('payment-record', { orderId, method: 'card' });
  return { orderId, paymentId, amountCents };
}

async function placeShipped() {
  const paid = await placePaid();
  const shipped = { orderId: paid.orderId, carrier: 'dhl', trackingNumber: 'T-1' };
  return { ...paid, shipmentId: (await shop.data('shipment-create', shipped)).id };
}

describe('placing an order', () => {
  it('takes the items out of stock and adds shipping below the free limit', async () => {
    const order = await place([{ sku: MUG, quantity: 2 }]);
    expect(order).toMatchObject({ status: 'pending', subtotalCents: 2580, shippingCents: 490, totalCents: 3070 });
    expect(await onHand(MUG)).toBe(8);
  });

  it('ships for free from the value in the settings', async () => {
    await shop.data('config-set', { key: 'shipping.free-from-cents', value: 2000 });
    expect(await place([{ sku: MUG, quantity: 2 }])).toMatchObject({ shippingCents: 0 });
  });

  it('works a coupon in and counts its use', async () => {
    const coupon = { code: 'ONCE', kind: 'fixed', amount: 500, maxUses: 1 };
    await shop.data('coupon-create', coupon);
    expect(await place([{ sku: MUG, quantity: 2 }], { couponCode: 'once' })).toMatchObject({ discountCents: 500 });
    const again = { userId: 42, items: [{ sku: MUG, quantity: 1 }], couponCode: 'ONCE' };
    expect(await shop.refusal('order-create', again)).toBe('COUPON_USED_UP');
  });

  it('leaves nothing behind when one line cannot be served', async () => {
    const { total } = await shop.data('order-list');
    const items = [
      { sku: MUG, quantity: 3 },
      { sku: PAN, quantity: 11 },
    ];
    expect(await shop.refusal('order-create', { userId: 42, items })).toBe('INSUFFICIENT_STOCK');
    expect(await onHand(MUG)).toBe(10);
    expect((await shop.data('order-list')).total).toBe(total);
  });

  it('is refused for a suspended user, an archived product and too many pieces', async () => {
    const order = { userId: 42, items: [{ sku: MUG, quantity: 1 }] };
    await shop.data('user-suspend', { id: 42 });
    expect(await shop.refusal('order-create', order)).toBe('USER_SUSPENDED');
    await shop.data('user-reactivate', { id: 42 });
    expect(await shop.refusal('order-create', { ...order, items: [{ sku: MUG, quantity: 51 }] })).toBe(
      'QUANTITY_TOO_LARGE',
    );
    await shop.data('product-archive', { sku: MUG });
    expect(await shop.refusal('order-create', order)).toBe('PRODUCT_ARCHIVED');
  });

  it('needs an address from the user or the call', async () => {
    const { id } = await shop.data('user-create', { name: 'Nomad', email: 'nomad@example.com' });
    const order = { userId: id, items: [{ sku: MUG, quantity: 1 }] };
    expect(await shop.refusal('order-create', order)).toBe('ADDRESS_MISSING');
    const address = { street: 'Ring 4', city: 'Vienna', postalCode: '1010', country: 'AT' };
    expect(await shop.data('order-create', { ...order, address })).toMatchObject({ address });
  });
});

describe('cancelling an order', () => {
  it('puts the items back into stock', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 4 }]);
    expect(await shop.data('order-cancel', { orderId })).toMatchObject({ status: 'cancelled', toRefundCents: 0 });
    expect(await onHand(MUG)).toBe(10);
  });

  it('warns that money of a paid order has not been returned', async () => {
    const { orderId, amountCents } = await placePaid();
    const result = await shop.call('order-cancel', { orderId });
    expect(result).toMatchObject({
      data: { toRefundCents: amountCents },
      warnings: [expect.stringContaining('30.70')],
    });
  });

  it('is refused for a shipped order, with the way to go instead', async () => {
    const { orderId } = await placeShipped();
    expect(await shop.call('order-cancel', { orderId })).toMatchObject({
      error: { code: 'ORDER_ALREADY_SHIPPED', suggestion: expect.stringContaining('shipment-return') },
    });
    expect(await onHand(MUG)).toBe(8);
  });

  it('is refused the second time', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 1 }]);
    await shop.data('order-cancel', { orderId });
    expect(await shop.refusal('order-cancel', { orderId })).toBe('ORDER_ALREADY_CANCELLED');
    expect(await onHand(MUG)).toBe(10);
  });
});

describe('changing an order', () => {
  it('works out the price again when items come and go', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 1 }]);
    expect(await shop.data('order-add-item', { orderId, sku: PAN })).toMatchObject({ totalCents: 1290 + 4990 });
    expect(await shop.data('order-remove-item', { orderId, sku: PAN })).toMatchObject({ totalCents: 1290 + 490 });
    expect(await onHand(PAN)).toBe(10);
  });

  it('takes a coupon off when the order falls below its least value', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 2 }], { couponCode: 'FIVER' });
    expect(await shop.call('order-remove-item', { orderId, sku: MUG, quantity: 1 })).toMatchObject({
      data: { couponCode: null, discountCents: 0 },
      warnings: [expect.stringContaining('FIVER')],
    });
  });

  it('refuses to empty an order, or to remove what is not in it', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 1 }]);
    expect(await shop.refusal('order-remove-item', { orderId, sku: MUG })).toBe('ORDER_WOULD_BE_EMPTY');
    expect(await shop.refusal('order-remove-item', { orderId, sku: PAN })).toBe('ITEM_NOT_IN_ORDER');
  });

  it('is refused as soon as anything was paid', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 1 }]);
    await shop.data('payment-record', { orderId, method: 'card', amountCents: 100 });
    expect(await shop.refusal('order-add-item', { orderId, sku: PAN })).toBe('ORDER_NOT_EDITABLE');
  });

  it('frees the coupon that another one replaces', async () => {
    const { id: orderId } = await place([{ sku: PAN, quantity: 1 }], { couponCode: 'FIVER' });
    expect(await shop.data('order-apply-coupon', { orderId, code: 'WELCOME10' })).toMatchObject({ discountCents: 499 });
    const { coupons } = await shop.data('coupon-list');
    expect(coupons.find((coupon: { code: string }) => coupon.code === 'FIVER')).toMatchObject({ uses: 0 });
  });

  it('keeps notes with the order', async () => {
    await shop.data('order-add-note', { orderId: 'ord-1001', text: 'Ring twice' });
    expect(await shop.data('order-get', { orderId: 'ord-1001' })).toMatchObject({ notes: [{ text: 'Ring twice' }] });
  });
});

describe('paying for an order', () => {
  it('makes it paid once nothing is due', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 2 }]);
    const part = await shop.data('payment-record', { orderId, method: 'paypal', amountCents: 1000 });
    expect(part.balance).toMatchObject({ paidCents: 1000, dueCents: 2070 });
    const tooMuch = { orderId, method: 'card', amountCents: 2071 };
    expect(await shop.refusal('payment-record', tooMuch)).toBe('PAYMENT_EXCEEDS_DUE');
    await shop.data('payment-record', { orderId, method: 'card' });
    expect(await shop.data('order-get', { orderId })).toMatchObject({ status: 'paid', dueCents: 0 });
    expect(await shop.refusal('payment-record', { orderId, method: 'card' })).toBe('ORDER_NOT_PAYABLE');
  });

  it('cannot be refunded beyond what was paid, in one step or in several', async () => {
    const { paymentId, amountCents } = await placePaid();
    const refund = (cents?: number) => ({ paymentId, reason: 'late', ...(cents && { amountCents: cents }) });
    expect(await shop.refusal('payment-refund', refund(amountCents + 1))).toBe('REFUND_EXCEEDS_PAYMENT');
    await shop.data('payment-refund', refund(1000));
    expect(await shop.refusal('payment-refund', refund(amountCents - 999))).toBe('REFUND_EXCEEDS_PAYMENT');
    expect(await shop.data('payment-refund', refund())).toMatchObject({
      amountCents: amountCents - 1000,
      leftCents: 0,
    });
    expect(await shop.refusal('payment-refund', refund())).toBe('REFUND_EXCEEDS_PAYMENT');
    expect(await shop.data('payment-get', { paymentId })).toMatchObject({ refunds: [{ amountCents: 1000 }, {}] });
  });
});

describe('shipping an order', () => {
  it('is refused until it is paid', async () => {
    const { id: orderId } = await place([{ sku: MUG, quantity: 1 }]);
    const shipment = { orderId, carrier: 'ups', trackingNumber: 'T-2' };
    expect(await shop.call('shipment-create', shipment)).toMatchObject({
      error: { code: 'ORDER_NOT_SHIPPABLE', suggestion: expect.stringContaining('payment-record') },
    });
  });

  it('is tracked to the door, and the order follows', async () => {
    const { orderId, shipmentId } = await placeShipped();
    await shop.data('shipment-track', { shipmentId, place: 'Leipzig', text: 'Sorted' });
    await shop.data('shipment-mark-delivered', { shipmentId });
    const { events } = await shop.data('shipment-get', { shipmentId });
    expect(events.map((event: { place: string }) => event.place)).toEqual(['Warehouse', 'Leipzig', 'Front door']);
    expect(await shop.data('order-get', { orderId })).toMatchObject({ status: 'delivered' });
    expect(await shop.refusal('shipment-track', { shipmentId, place: 'X', text: 'Y' })).toBe('SHIPMENT_NOT_IN_TRANSIT');
  });

  it('refuses a tracking number twice', async () => {
    await placeShipped();
    const { orderId } = await placePaid();
    const shipment = { orderId, carrier: 'dhl', trackingNumber: 'T-1' };
    expect(await shop.refusal('shipment-create', shipment)).toBe('TRACKING_NUMBER_TAKEN');
  });

  it('can be undone by a return, which restocks and says what to pay back', async () => {
    const { shipmentId, amountCents } = await placeShipped();
    expect(await shop.data('shipment-return', { shipmentId })).toMatchObject({ toRefundCents: amountCents });
    expect(await onHand(MUG)).toBe(10);
    expect(await shop.refusal('shipment-return', { shipmentId })).toBe('SHIPMENT_ALREADY_RETURNED');
  });

  it('takes no return after the window in the settings', async () => {
    const { shipmentId } = await placeShipped();
    await shop.data('shipment-mark-delivered', { shipmentId });
    shop.db.run("UPDATE shipments SET deliveredAt = '2025-01-01T00:00:00.000Z' WHERE id = ?", shipmentId);
    expect(await shop.refusal('shipment-return', { shipmentId })).toBe('RETURN_WINDOW_CLOSED');
  });
});

describe('listing orders', () => {
  it('pages through all of them without gap or repetition', async () => {
    const ids = new Set<string>();
    let offset = 0;
    for (let more = true; more; ) {
      const { orders, hasMore, returned } = await shop.data('order-list', { limit: 100, offset });
      for (const { id } of orders) ids.add(id);
      offset += returned;
      more = hasMore;
    }
    expect(ids.size).toBe(420);
  });

  it('says where the next page starts', async () => {
    const result = await shop.call('order-list', { limit: 5 });
    expect(result.reasoning).toBe('Returned 5 of 420 matching orders. Use offset: 5 to see more.');
  });

  it('applies every filter that is given', async () => {
    const filters = { status: 'delivered', from: '2025-03-01', to: '2025-03-31', minimumCents: 3000 };
    const { orders, total } = await shop.data('order-list', { ...filters, limit: 100 });
    expect(total).toBeGreaterThan(0);
    for (const order of orders) {
      expect(order.status).toBe('delivered');
      expect(order.placedAt.slice(0, 7)).toBe('2025-03');
      expect(order.totalCents).toBeGreaterThanOrEqual(3000);
    }
  });

  it('refuses a day that does not exist', async () => {
    expect(await shop.call('order-list', { from: '2025-02-30' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });
});
