/** The rows as they are stored: one interface per table, columns named as they are answered. */

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** An `Address` as JSON. */
  readonly address: string | null;
  readonly createdAt: string;
  readonly suspendedAt: string | null;
  readonly deletedAt: string | null;
}

export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly department: Department;
  readonly priceCents: number;
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

export const DEPARTMENTS = ['kitchen', 'office', 'garden', 'outdoor', 'toys'] as const;
export type Department = (typeof DEPARTMENTS)[number];

export interface Stock {
  readonly sku: string;
  readonly onHand: number;
  readonly reorderPoint: number;
}

export const STOCK_REASONS = ['sale', 'cancellation', 'delivery', 'return', 'damage', 'theft', 'count'] as const;
export type StockReason = (typeof STOCK_REASONS)[number];

export interface StockMove {
  readonly sku: string;
  readonly change: number;
  readonly reason: StockReason;
  readonly note: string | null;
  readonly createdAt: string;
}

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'returned', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface Order {
  readonly id: string;
  readonly userId: number;
  readonly status: OrderStatus;
  readonly couponCode: string | null;
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
  /** An `Address` as JSON. */
  readonly address: string;
  readonly placedAt: string;
  readonly cancelledAt: string | null;
}

export interface OrderItem {
  readonly orderId: string;
  readonly sku: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
}

export interface OrderNote {
  readonly orderId: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: string;
}

export const PAYMENT_METHODS = ['card', 'bank-transfer', 'paypal', 'invoice'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export interface Payment {
  readonly id: string;
  readonly orderId: string;
  readonly method: PaymentMethod;
  readonly amountCents: number;
  readonly createdAt: string;
}

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly createdAt: string;
}

export const PLANS = ['basic', 'plus', 'pro'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Plan {
  readonly name: PlanName;
  readonly title: string;
  readonly monthlyCents: number;
}

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export interface Subscription {
  readonly id: string;
  readonly userId: number;
  readonly plan: PlanName;
  readonly status: SubscriptionStatus;
  readonly startedAt: string;
  readonly renewsAt: string | null;
  readonly cancelledAt: string | null;
}

export const CARRIERS = ['dhl', 'ups', 'fedex', 'post'] as const;
export type Carrier = (typeof CARRIERS)[number];

export const SHIPMENT_STATUSES = ['in-transit', 'delivered', 'returned'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export interface Shipment {
  readonly id: string;
  readonly orderId: string;
  readonly carrier: Carrier;
  readonly trackingNumber: string;
  readonly status: ShipmentStatus;
  readonly shippedAt: string;
  readonly deliveredAt: string | null;
}

export interface ShipmentEvent {
  readonly shipmentId: string;
  readonly place: string;
  readonly text: string;
  readonly createdAt: string;
}

export const COUPON_KINDS = ['percent', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

export interface Coupon {
  readonly code: string;
  readonly kind: CouponKind;
  /** Percent points, or cents. */
  readonly amount: number;
  readonly minimumCents: number;
  readonly maxUses: number | null;
  readonly uses: number;
  readonly validUntil: string | null;
  readonly disabledAt: string | null;
}

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface Review {
  readonly id: string;
  readonly sku: string;
  readonly userId: number;
  readonly rating: number;
  readonly text: string;
  readonly status: ReviewStatus;
  readonly reply: string | null;
  readonly createdAt: string;
}

export const TICKET_STATUSES = ['open', 'waiting', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export interface Ticket {
  readonly id: string;
  readonly userId: number;
  readonly orderId: string | null;
  readonly subject: string;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly assignee: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
}

export interface TicketMessage {
  readonly ticketId: string;
  readonly author: 'customer' | 'staff';
  readonly text: string;
  readonly createdAt: string;
}

export interface Todo {
  readonly id: string;
  readonly title: string;
  readonly notes: string | null;
  readonly dueOn: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

export interface Setting {
  readonly key: string;
  /** JSON. */
  readonly value: string;
}

export interface Tables {
  readonly users: User;
  readonly products: Product;
  readonly stock: Stock;
  readonly stockMoves: StockMove;
  readonly orders: Order;
  readonly orderItems: OrderItem;
  readonly orderNotes: OrderNote;
  readonly payments: Payment;
  readonly refunds: Refund;
  readonly plans: Plan;
  readonly subscriptions: Subscription;
  readonly shipments: Shipment;
  readonly shipmentEvents: ShipmentEvent;
  readonly coupons: Coupon;
  readonly reviews: Review;
  readonly tickets: Ticket;
  readonly ticketMessages: TicketMessage;
  readonly todos: Todo;
  readonly settings: Setting;
}
