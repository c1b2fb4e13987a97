import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { locationBytes } from '../testing/files/location-bytes.ts'
import { suiteFolder } from '../testing/files/test-folder.ts'
import { openLocationDatabase } from './location-database.ts'

const folder = suiteFolder()

async function write(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

const ENTRIES = {
  '203.0.113.0/25': {
    city: { names: { en: 'Pune', de: 'Poona' } },
    country: { iso_code: 'IN', names: { en: 'India' } },
  },
  '203.0.113.128/25': { country: { names: { en: 'Nepal' } } },
  '198.51.100.0/24': { city: 'Nagpur', country: 'India' },
  '198.51.101.0/25': { city: 'Leh', country: 'IN', country_name: 'India' },
  '192.0.2.0/25': { city: { names: { en: 'Jaipur' } } },
  '192.0.2.128/25': { continent: { names: { en: 'Asia' } }, city: { names: 7 }, country: ['India'] },
  '2001:db8:1::/48': { city: { names: { en: 'Vārānasi' } }, country: { names: { en: 'India' } } },
}

test.each([
  ['203.0.113.7', 'Pune, India'],
  ['203.0.113.200', 'Nepal'],
  ['198.51.100.255', 'Nagpur, India'],
  ['192.0.2.1', 'Jaipur'],
  ['192.0.2.200', undefined],
  ['198.51.101.0', 'Leh, India'],
  ['198.51.101.200', undefined],
  ['2001:db8:1:ffff::1', 'Vārānasi, India'],
  ['2001:db8:2::1', undefined],
  ['no address', undefined],
  ['', undefined],
])('returns the location of %j: %s', async (address, location) => {
  const database = await openLocationDatabase(await write('city.mmdb', locationBytes(ENTRIES)))
  expect(database.find(address)).toBe(location)
})

test('finds no IPv6 address in an IPv4 file', async () => {
  const bytes = locationBytes({ '32.0.0.0/3': { country: 'India' } }, { ipVersion: 4 })
  const database = await openLocationDatabase(await write('v4.mmdb', bytes))
  expect(database.find('32.1.2.3')).toBe('India')
  expect(database.find('2001:db8::1')).toBeUndefined()
})

test.each(['ipinfo country_asn.mmdb', 'DBIP-Location-ISP'])(
  'accepts a file with locations and other data: %s',
  async (databaseType) => {
    const database = await openLocationDatabase(await write('more.mmdb', locationBytes(ENTRIES, { databaseType })))
    expect(database.find('203.0.113.7')).toBe('Pune, India')
  },
)

test('ignores a damaged entry', async () => {
  const bytes = locationBytes({ '203.0.113.0/24': 'damage me', '198.51.100.0/24': { country: 'India' } })
  // Gives the entry an invalid type.
  bytes.set([0, 0], bytes.indexOf('damage me') - 1)
  const database = await openLocationDatabase(await write('damaged.mmdb', bytes))
  expect(database.find('203.0.113.1')).toBeUndefined()
  expect(database.find('198.51.100.1')).toBe('India')
})

test('finds no location without a file', async () => {
  expect((await openLocationDatabase(undefined)).find('203.0.113.7')).toBeUndefined()
})

test.each([
  ['that is not there', async () => join(folder, 'nothing.mmdb'), 'cannot be read'],
  ['that is a folder', async () => folder, 'cannot be read'],
  ['that is empty', () => write('empty.mmdb', ''), "not in MaxMind's format"],
  ['that is a web page', () => write('page.mmdb', '<!doctype html>'.repeat(1000)), "not in MaxMind's format"],
  ['that lacks its end', () => write('cut.mmdb', locationBytes(ENTRIES).subarray(0, -200)), "not in MaxMind's format"],
  [
    'that lacks its beginning',
    () => write('tail.mmdb', locationBytes(ENTRIES).subarray(-250)),
    "not in MaxMind's format",
  ],
  ['of ASNs only', () => write('asn.mmdb', locationBytes({}, { databaseType: 'GeoLite2-ASN' })), 'has no locations'],
])('throws one sentence for a file %s', async (_what, make, words) => {
  const file = await make()
  const failure = await openLocationDatabase(file).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StartError)
  const { message } = failure as StartError
  expect(message).toContain(`${file} (LOCATIONS_FILE)`)
  expect(message).toContain(words)
  expect(message).toMatch(/^[^\n]+\.$/)
})
