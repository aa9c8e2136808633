import { expect, it } from 'vitest';
import type { HttpConfig } from '../config/http-schema.ts';
import { Identities } from './identities.ts';
import { usableClaims } from './usable-claims.ts';

const issuer = 'https://id.example.com';
const grants = [{ claims: { email: { like: '*@corp.example' } }, rights: ['use', 'operate'] }];
const identities = new Identities({ signIn: { issuer, clientId: 'c', grants } } as unknown as HttpConfig);

const rightsOf = (sent: Record<string, unknown>) => {
  const claims = usableClaims(sent, identities.claims);
  return identities.principalOf({ kind: 'user', issuer, subject: 's', label: '', claims })?.rights.size;
};

it('an address that its user has only claimed gives no access', () => {
  const email = 'boss@corp.example';
  expect(rightsOf({ email, email_verified: true })).toBe(2);
  expect(rightsOf({ email })).toBe(2);
  expect(rightsOf({ email, email_verified: false })).toBeUndefined();
  expect(rightsOf({ email, email_verified: 'false' })).toBeUndefined();
  expect(rightsOf({})).toBeUndefined();
});
