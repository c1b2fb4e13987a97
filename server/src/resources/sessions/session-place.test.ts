import { expect, test } from 'vitest'
import { plainAddress } from './limited-address.ts'
import { placeOf } from './session-place.ts'

const everywhere = { find: (address: string) => `place of ${address}` }
const nowhere = { find: () => undefined }

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
])('%s is in the local network, whatever a file says', (ip) => {
  expect(placeOf(plainAddress(ip), everywhere)).toBe('Local network')
})

test.each([
  ['172.32.0.1', '172.32.0.1'],
  ['192.169.0.1', '192.169.0.1'],
  ['100.64.0.1', '100.64.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
])('%s is looked up as %s', (ip, address) => {
  expect(placeOf(plainAddress(ip), everywhere)).toBe(`place of ${address}`)
  expect(placeOf(plainAddress(ip), nowhere)).toBe('Unknown')
})

test.each(['', 'unix:', '999.1.1.1'])('%j, which is no address, is unknown', (ip) => {
  expect(placeOf(plainAddress(ip), nowhere)).toBe('Unknown')
})
