import { expect, test } from 'vitest'
import { addressForLimit, forwardedAddresses, isLocalAddress, plainAddress, rangesForLimit } from './ip-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
])('counts %s under the limit key %s', (ip, expected) => {
  expect(addressForLimit(ip)).toBe(expected)
})

test.each([
  ['192.0.2.77', ['192.0.2.0/24']],
  ['::ffff:192.0.2.77', ['192.0.2.0/24']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1::/48', '2001:db8::/32']],
  ['', ['']],
])('counts %s under the range keys %j', (ip, expected) => {
  expect(rangesForLimit(ip)).toEqual(expected)
})

test.each([
  '127.0.0.1',
  '127.255.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.10',
  '169.254.7.7',
  '::1',
  '::ffff:192.168.1.10',
  '::ffff:c0a8:10a',
  'fd12:3456::1',
  'fe80::1%eth0',
])('treats %s as local', (ip) => {
  expect(isLocalAddress(ip)).toBe(true)
})

test.each([
  ['172.32.0.1', '172.32.0.1'],
  ['192.169.0.1', '192.169.0.1'],
  ['100.64.0.1', '100.64.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['', ''],
  ['unix:', 'unix:'],
  ['999.1.1.1', '999.1.1.1'],
  ['127.1', '127.1'],
])('treats %s as not local and formats it as %s', (ip, expected) => {
  expect(isLocalAddress(ip)).toBe(false)
  expect(plainAddress(ip)).toBe(expected)
})

test.each([
  ['203.0.113.7:51234', ['203.0.113.7'], undefined],
  ['[2001:db8::1]:50001', ['2001:db8::1'], undefined],
  ['[2001:db8::1], 2001:db8::2 ,203.0.113.7', ['2001:db8::1', '2001:db8::2', '203.0.113.7'], undefined],
  ['unknown', [], 'unknown'],
  ['', [], ''],
  ['203.0.113.7:', [], '203.0.113.7:'],
  ['203.0.113.7:1x', [], '203.0.113.7:1x'],
  // An attacker can send the first entry, and the proxy did not know the second.
  ['198.51.100.1, unknown, 203.0.113.7', ['203.0.113.7'], 'unknown'],
])('reads the header %j', (header, addresses, invalid) => {
  expect(forwardedAddresses(header)).toEqual({ addresses, ...(invalid !== undefined && { invalid }) })
})
