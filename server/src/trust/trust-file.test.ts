import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeSampleTrust } from '@sevadesk/demo/sample-trust.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { settingsOn } from '../resources/receipts/content/receipt-snapshot.ts'
import { receiptPrinter } from '../resources/receipts/pdf/receipt-printer.ts'
import { readTrust } from './trust-file.ts'
import { tryTrustPictures } from './trust-picture.ts'

const EXAMPLE = fileURLToPath(new URL('../../../trust.example.json', import.meta.url))
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

let folder: string
let trustFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sevadesk-trust-'))
  trustFile = join(folder, 'trust.json')
})
afterAll(() => rm(folder, { recursive: true }))

const config = (given: object = {}) => ({
  trustFile: undefined,
  dataDir: join(folder, 'none'),
  trustName: undefined,
  language: 'en' as const,
  ...given,
})

async function read(value: unknown) {
  await writeFile(trustFile, typeof value === 'string' ? value : JSON.stringify(value))
  return readTrust(config({ trustFile }))
}

describe('without a file', () => {
  test('receipts are plain ones under the name of the trust', async () => {
    const trust = await readTrust(config({ trustName: 'Sunrise Seva Trust', language: 'hi' }))
    expect(trust).toMatchObject({ language: 'hi', details: { name: 'Sunrise Seva Trust', pan: null }, wordings: [] })
    expect((await readTrust(config())).details.name).toBe('SevaDesk')
  })
  test('that name must be one that can be printed', async () => {
    await expect(readTrust(config({ trustName: '中文' }))).rejects.toThrow(StartError)
    await expect(readTrust(config({ trustName: '中文' }))).rejects.toThrow('TRUST_NAME has characters that')
  })
  test('that TRUST_FILE promises, there is no start', async () => {
    const missing = join(folder, 'missing.json')
    await expect(readTrust(config({ trustFile: missing }))).rejects.toThrow(StartError)
    await expect(readTrust(config({ trustFile: missing }))).rejects.toThrow(`${missing} (TRUST_FILE) cannot be read`)
  })
})

describe('the example', () => {
  test('is right as it is, its pictures too', async () => {
    const trust = await readTrust(config({ trustFile: EXAMPLE }))
    expect(trust.details).toMatchObject({ name: 'Shri Radha Krishna Seva Trust', logo: { type: 'svg' } })
    const printer = receiptPrinter()
    await tryTrustPictures(config({ trustFile: EXAMPLE }), trust, printer)
    await printer.close()
  })
  test('has the wordings of the old law and of the new one', async () => {
    const trust = await readTrust(config({ trustFile: EXAMPLE }))
    expect(settingsOn(trust, '2026-03-31').wording?.statement[0]).toContain('Form 10BE')
    expect(settingsOn(trust, '2026-04-01').wording?.statement[0]).toContain('Form 114')
    expect(settingsOn(trust, '2021-03-31').wording).toBe(null)
  })
  test('is right in Hindi', async () => {
    const example = JSON.parse(await readFile(EXAMPLE, 'utf8'))
    example.receipts.language = 'hi'
    for (const holder of [example, example.signatory]) {
      for (const key of ['logo', 'picture']) if (holder[key]) holder[key] = join(dirname(EXAMPLE), holder[key])
    }
    expect((await read(example)).details).toMatchObject({
      name: 'श्री राधा कृष्ण सेवा ट्रस्ट',
      signatory: { designation: 'प्रबंध न्यासी' },
    })
  })
  test('goes with the sample, unless there are details already', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await placeSampleTrust({ trustFile: undefined, dataDir })
    expect((await readTrust(config({ dataDir }))).details.logo).not.toBe(null)
    await writeFile(join(dataDir, 'trust.json'), '{ "name": "Ours" }')
    await placeSampleTrust({ trustFile: undefined, dataDir })
    expect((await readTrust(config({ dataDir }))).details.name).toBe('Ours')
  })
})

test('a file of a name alone is enough, and a byte order mark is no fault', async () => {
  const trust = await read('\uFEFF{ "name": "Ours" }')
  expect(trust).toMatchObject({ numberFormat: 'SD/{year}/{number}', numberDigits: 5, linkDays: 90, language: 'en' })
})

test('wordings may stand in any order', async () => {
  const trust = await read({
    name: 'Ours',
    wordings: ['2000', '2020', '2010'].map((year) => ({ from: `${year}-01-01` })),
  })
  expect(settingsOn(trust, '2015-06-01').wording?.from).toBe('2010-01-01')
})

describe('what is wrong is one sentence that names the file and the field', () => {
  const wording = (given: object) => ({
    name: 'x',
    wordings: [{ from: '2026-04-01' }, { from: '2020-01-01', ...given }],
  })

  test.each<[string, unknown, string]>([
    ['no JSON', '{ "name": ', 'are not valid JSON'],
    ['a list', [], 'it must be a group of fields'],
    ['null', 'null', 'it must be a group of fields'],
    ['no name', {}, '"name" must be there'],
    ['a number for a name', { name: 5 }, '"name" must be text in quotes'],
    ['an empty name', { name: ' ' }, '"name" must not be empty'],
    ['a name of two lines', { name: 'a\nb' }, '"name" must be one line'],
    [
      'a name in no letters of ours',
      { name: 'Seva \u{4e2d}\u{6587}' },
      '"name" has characters that receipts cannot be printed with: 中 文',
    ],
    ['an emoji', wording({ statement: ['Thanks', 'Thanks 🙏🏽'] }), '"wordings[1].statement[1]" has characters that'],
    ['a website with them', { name: 'x', website: 'محمد.example' }, '"website" has characters that'],
    ['a name without the language', { name: { hi: 'न्यास' } }, '"name.en" must be there'],
    ['a third language', { name: { en: 'a', ta: 'b' } }, '"name.ta" is not known here; the fields are en, hi'],
    ['a field that nobody knows', { name: 'x', adress: [] }, '"adress" is not known here'],
    ['an address of one text', { name: 'x', address: 'street' }, '"address" must be a list'],
    ['an endless text', { name: 'x'.repeat(601) }, '"name" can have at most 600 characters'],
    ['a PAN that is none', { name: 'x', pan: 'AAATS12345' }, '"pan" must be like AAATS1234F'],
    [
      'a language that we lack',
      { name: 'x', receipts: { language: 'ta' } },
      '"receipts.language" must be one of en, hi',
    ],
    ['a number without a year', { name: 'x', receipts: { number: 'SD/{number}' } }, '"receipts.number" must have'],
    [
      'a number of two years',
      { name: 'x', receipts: { number: '{year}{year}{number}' } },
      '"receipts.number" must have',
    ],
    [
      'a number in Hindi',
      { name: 'x', receipts: { number: 'न्यास/{year}/{number}' } },
      '"receipts.number" must be like',
    ],
    ['no digits', { name: 'x', receipts: { digits: 0 } }, '"receipts.digits" must be a whole number from 1 to 12'],
    ['half a day', { name: 'x', receipts: { linkDays: 1.5 } }, '"receipts.linkDays" must be a whole number'],
    ['a wording from no day', wording({ from: 'April' }), '"wordings[1].from" must be like 2026-04-01'],
    ['a wording from 31 April', wording({ from: '2026-04-31' }), '"wordings[1].from" is no day'],
    ['two wordings from a day', wording({ from: '2026-04-01' }), '"wordings" must not have two entries'],
    ['a need that nobody has', wording({ needs: ['aadhaar'] }), '"wordings[1].needs[0]" must be one of'],
    ['a need that is null', wording({ needs: ['pan', null] }), '"wordings[1].needs[1]" must be there'],
    ['a line without words', wording({ approval: [''] }), '"wordings[1].approval[0]" must not be empty'],
    ['cash without a limit', wording({ cash: { text: 'x' } }), '"wordings[1].cash.aboveRupees" must be there'],
    ['a signatory without a name', { name: 'x', signatory: {} }, '"signatory.name" must be there'],
    ['a logo that is not there', { name: 'x', logo: 'no.png' }, '"logo" names a picture that cannot be read'],
    ['a logo that is a page', { name: 'x', logo: 'trust.json' }, '"logo" must name a PNG, JPEG or SVG picture'],
  ])('%s', async (_, value, sentence) => {
    const error = await read(value).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    const { message } = error as StartError
    expect(message).toContain(`${trustFile} (TRUST_FILE)`)
    expect(message).toContain(sentence)
    expect(message).toMatch(/^[^\n]+\.$/)
  })

  test('a picture that only looks like one', async () => {
    await writeFile(join(folder, 'half.png'), '\x89PNG\r\n\x1a\nhalf', 'latin1')
    await writeFile(join(folder, 'whole.svg'), SVG)
    const trust = await read({ name: 'x', logo: 'whole.svg', signatory: { name: 'y', picture: 'half.png' } })
    const printer = receiptPrinter()
    await expect(tryTrustPictures(config({ trustFile }), trust, printer)).rejects.toThrow(
      `${trustFile} (TRUST_FILE) are wrong: "signatory.picture" names a picture that cannot be printed`,
    )
    await printer.close()
  })

  test('a picture of more than a megabyte', async () => {
    await writeFile(join(folder, 'large.svg'), SVG + ' '.repeat(1024 * 1024))
    await expect(read({ name: 'x', logo: 'large.svg' })).rejects.toThrow('"logo" names a picture of more than 1 MB')
  })
})
