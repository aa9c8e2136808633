import { expect, it } from 'vitest';
import { networkOf } from './network-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::ffff:2', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:0001::9', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:a:b:c:d', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('limits count every spelling of an address as one network: %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
