// An HTTP API with an OpenAPI document: 20 collections with five operations each. It runs in the process, so that every
// runtime can run this example; with a real API, leave the option `fetch` out.
const COLLECTIONS = {
  order: 'orders of customers',
  customer: 'people who buy',
  product: 'goods on sale',
  invoice: 'bills for orders',
  payment: 'money received',
  shipment: 'parcels on their way',
  refund: 'money paid back',
  coupon: 'discount codes',
  review: 'opinions about goods',
  supplier: 'companies that deliver goods',
  warehouse: 'places where goods are kept',
  employee: 'people who work in the shop',
  ticket: 'questions to the support team',
  campaign: 'advertising mails',
  subscription: 'repeated deliveries',
  carrier: 'companies that carry parcels',
  tax: 'tax rates of countries',
  store: 'shops with an address',
  giftcard: 'prepaid cards',
  webhook: 'addresses that are called after a change',
};

const text = { type: 'string' };
const record = { type: 'object', properties: { id: text, title: text, note: text }, required: ['id'] };
const body = {
  type: 'object',
  properties: { title: { type: 'string', minLength: 3 }, note: text },
  required: ['title'],
};
const path = { name: 'id', in: 'path', required: true, schema: text };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };

export const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example/v1' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: Object.fromEntries(
    Object.entries(COLLECTIONS).flatMap(([name, about]) => [
      [`/${name}s`, { get: operation('list', name, about), post: operation('create', name, about) }],
      [
        `/${name}s/{id}`,
        {
          get: operation('get', name, about),
          patch: operation('update', name, about),
          delete: operation('delete', name, about),
        },
      ],
    ]),
  ),
};

function operation(verb, name, about) {
  const writes = verb === 'create' || verb === 'update';
  const answer = verb === 'list' ? { type: 'array', items: record } : record;
  return {
    operationId: `${name}-${verb}`,
    tags: [name],
    summary: verb === 'list' ? `List the ${name}s` : `${verb[0].toUpperCase()}${verb.slice(1)} one ${name}`,
    description: `The ${name}s are the ${about}.`,
    parameters: verb === 'list' ? [limit] : verb === 'create' ? [] : [path],
    ...(writes && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'done', content: { 'application/json': { schema: answer } } },
      404: { description: 'none' },
    },
  };
}

const records = new Map([['orders/17', { id: '17', title: 'Two chairs' }]]);

/** Answers a request like the API, in place of `fetch`. */
export async function fetchApi(url, { method = 'GET', headers, body: sent } = {}) {
  const token = new Headers(headers).get('authorization');
  if (!token?.startsWith('Bearer ')) return Response.json({ error: 'Send a token.' }, { status: 401 });
  const [collection, id] = new URL(url).pathname.replace('/v1/', '').split('/');
  const place = `${collection}/${id}`;
  const given = sent ? JSON.parse(sent) : {};
  if (id === undefined && method === 'POST') {
    const created = { id: String(100 + records.size), ...given };
    records.set(`${collection}/${created.id}`, created);
    return Response.json(created, { status: 201 });
  }
  if (id === undefined) {
    const all = [...records].filter(([key]) => key.startsWith(`${collection}/`)).map(([, one]) => one);
    return Response.json(all.slice(0, Number(new URL(url).searchParams.get('limit') ?? 100)));
  }
  const found = records.get(place);
  if (!found) return Response.json({ error: `no ${place}` }, { status: 404 });
  if (method === 'PATCH') records.set(place, { ...found, ...given });
  if (method === 'DELETE') records.delete(place);
  return Response.json({ ...found, ...given });
}
