import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copySampleTrust } from '@sevadesk/demo/sample-trust.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { settingsOn } from '../resources/receipts/content/receipt-snapshot.ts'
import { readTrust } from '../testing/trust.ts'
import { contentErrors } from './trust-content.ts'
import { loadTrustFile } from './trust-file.ts'
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
  test('returns settings for plain receipts with TRUST_NAME', async () => {
    const trust = await readTrust(config({ trustName: 'Sunrise Seva Trust', language: 'hi' }))
    expect(trust).toMatchObject({ language: 'hi', details: { name: 'Sunrise Seva Trust', pan: null }, wordings: [] })
    expect((await readTrust(config())).details.name).toBe('SevaDesk')
  })
  test('throws if TRUST_NAME cannot be printed', async () => {
    await expect(readTrust(config({ trustName: '中文' }))).rejects.toThrow(StartError)
    await expect(readTrust(config({ trustName: '中文' }))).rejects.toThrow('TRUST_NAME has characters that')
  })
  test('throws if TRUST_FILE is set', async () => {
    const missing = join(folder, 'missing.json')
    await expect(readTrust(config({ trustFile: missing }))).rejects.toThrow(StartError)
    await expect(readTrust(config({ trustFile: missing }))).rejects.toThrow(`${missing} (TRUST_FILE) cannot be read`)
  })
})

describe('the example', () => {
  test('is valid with its pictures', async () => {
    const trust = await readTrust(config({ trustFile: EXAMPLE }))
    expect(trust.details).toMatchObject({ name: 'Shri Radha Krishna Seva Trust', logo: { type: 'svg' } })
    await loadTrustFile(config({ trustFile: EXAMPLE }))
  })
  test('has wordings for both laws', async () => {
    const trust = await readTrust(config({ trustFile: EXAMPLE }))
    expect(settingsOn(trust, '2026-03-31').wording?.statement[0]).toContain('Form 10BE')
    expect(settingsOn(trust, '2026-04-01').wording?.statement[0]).toContain('Form 114')
    expect(settingsOn(trust, '2021-03-31').wording).toBe(null)
  })
  test('is valid in Hindi', async () => {
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
  test('is copied with the sample data unless a file exists', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await copySampleTrust({ trustFile: undefined, dataDir })
    expect((await readTrust(config({ dataDir }))).details.logo).not.toBe(null)
    await writeFile(join(dataDir, 'trust.json'), '{ "name": "Ours" }')
    await copySampleTrust({ trustFile: undefined, dataDir })
    expect((await readTrust(config({ dataDir }))).details.name).toBe('Ours')
  })
})

test('accepts a file with only a name, and a byte order mark', async () => {
  const trust = await read('\uFEFF{ "name": "Ours" }')
  expect(trust).toMatchObject({ numberFormat: 'SD/{year}/{number}', numberDigits: 5, linkDays: 90, language: 'en' })
})

test('accepts a picture of more than 25 megapixels, which a form refuses unless it is saved already', async () => {
  const background = '#123456'
  const png = await sharp({ create: { width: 5200, height: 5000, channels: 3, background } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'wide.png'), png)
  await writeFile(trustFile, '{ "name": "x", "logo": "wide.png" }')
  const content = await loadTrustFile(config({ trustFile }))
  expect((await readTrust(config({ trustFile }))).details.logo?.type).toBe('png')
  expect(contentErrors(content, 'en', []).map(({ formField }) => formField)).toEqual(['logo'])
  expect(contentErrors(content, 'en', [content?.logo])).toEqual([])
})

test('sorts wordings by date', async () => {
  const trust = await read({
    name: 'Ours',
    wordings: ['2000', '2020', '2010'].map((year) => ({ from: `${year}-01-01` })),
  })
  expect(settingsOn(trust, '2015-06-01').wording?.from).toBe('2010-01-01')
})

describe('throws one sentence that names the file and the field for', () => {
  const wording = (given: object) => ({
    name: 'x',
    wordings: [{ from: '2026-04-01' }, { from: '2020-01-01', ...given }],
  })

  test.each<[string, unknown, string]>([
    ['invalid JSON', '{ "name": ', 'are not valid JSON'],
    ['a list', [], 'the content must be a group of fields'],
    ['null', 'null', 'the content must be a group of fields'],
    ['no name', {}, '"name" is missing; it must be one line of text'],
    ['a number for a name', { name: 5 }, '"name" must be one line of text'],
    ['an empty name', { name: ' ' }, '"name" must be one line of text'],
    ['a name of two lines', { name: 'a\nb' }, '"name" must be one line of text'],
    [
      'a name that cannot be printed',
      { name: 'Seva \u{4e2d}\u{6587}' },
      '"name" has characters that receipts cannot print: 中 文',
    ],
    ['an emoji', wording({ statement: ['Thanks', 'Thanks 🙏🏽'] }), '"wordings[1].statement[1]" has characters that'],
    ['a website that cannot be printed', { name: 'x', website: 'محمد.example' }, '"website" has characters that'],
    ['a name without a text in the language of receipts', { name: { hi: 'न्यास' } }, '"name.en" is missing'],
    ['a third language', { name: { en: 'a', ta: 'b' } }, '"name.ta" is not a known language; the languages are en, hi'],
    ['an unknown field', { name: 'x', adress: [] }, '"adress" is not a known field; the fields are name, address'],
    ['an address that is not a list', { name: 'x', address: 'street' }, '"address" must be a list'],
    ['a text that is too long', { name: 'x'.repeat(601) }, '"name" must be one line of text, 1 to 600 characters long'],
    ['an invalid PAN', { name: 'x', pan: 'AAATS12345' }, '"pan" must be like AAATS1234F'],
    [
      'an unsupported language',
      { name: 'x', receipts: { language: 'ta' } },
      '"receipts.language" must be one of en, hi',
    ],
    [
      'a number format without a year',
      { name: 'x', receipts: { number: 'SD/{number}' } },
      '"receipts.number" must be like SD/{year}/{number}',
    ],
    [
      'a number format with two years',
      { name: 'x', receipts: { number: '{year}{year}{number}' } },
      '"receipts.number" must be like SD/{year}/{number}',
    ],
    [
      'a number format in Hindi',
      { name: 'x', receipts: { number: 'न्यास/{year}/{number}' } },
      '"receipts.number" must be like',
    ],
    ['no digits', { name: 'x', receipts: { digits: 0 } }, '"receipts.digits" must be a whole number from 1 to 12'],
    ['a fraction of a day', { name: 'x', receipts: { linkDays: 1.5 } }, '"receipts.linkDays" must be a whole number'],
    ['a wording without a valid date', wording({ from: 'April' }), '"wordings[1].from" must be a date like 2026-04-01'],
    ['a wording from 31 April', wording({ from: '2026-04-31' }), '"wordings[1].from" is not a date: 2026-04-31'],
    ['two wordings from the same day', wording({ from: '2026-04-01' }), '"wordings" must not have two entries'],
    ['an unknown need', wording({ needs: ['aadhaar'] }), '"wordings[1].needs[0]" must be one of'],
    ['a need that is null', wording({ needs: ['pan', null] }), '"wordings[1].needs[1]" must be one of'],
    ['an empty line', wording({ approval: [''] }), '"wordings[1].approval[0]" must be one line'],
    [
      'a cash note without a limit',
      wording({ cash: { text: 'x' } }),
      '"wordings[1].cash.aboveRupees" is missing; it must be a whole number',
    ],
    ['a signatory without a name', { name: 'x', signatory: {} }, '"signatory.name" is missing'],
    ['a missing logo', { name: 'x', logo: 'no.png' }, '"logo" names a picture that cannot be read'],
    ['a logo that is not a picture', { name: 'x', logo: 'trust.json' }, '"logo" must name a PNG, JPEG or SVG picture'],
  ])('%s', async (_, value, sentence) => {
    const error = await read(value).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    const { message } = error as StartError
    expect(message).toContain(`${trustFile} (TRUST_FILE)`)
    expect(message).toContain(sentence)
    expect(message).toMatch(/^[^\n]+\.$/)
  })

  test('a damaged picture', async () => {
    await writeFile(join(folder, 'half.png'), '\x89PNG\r\n\x1a\nhalf', 'latin1')
    await writeFile(join(folder, 'whole.svg'), SVG)
    await read({ name: 'x', logo: 'whole.svg', signatory: { name: 'y', picture: 'half.png' } })
    await expect(loadTrustFile(config({ trustFile }))).rejects.toThrow(
      `${trustFile} (TRUST_FILE) are wrong: "signatory.picture" names a picture that cannot be printed`,
    )
  })

  test.each([
    [
      'does not start',
      join('none', 'trial.mjs'),
      '',
      /the program ended with code 1 \(Error: Cannot find module '.+'\)/,
    ],
    ['hangs', 'hangs.mjs', 'setInterval(() => undefined, 1000)', /the program did not end within 0\.2 seconds/],
    [
      'throws',
      'throws.mjs',
      "throw new TypeError('worn out')",
      /the program ended with code 1 \(TypeError: worn out\)/,
    ],
    ['crashes', 'crashes.mjs', "process.kill(process.pid, 'SIGKILL')", /the program was ended by SIGKILL/],
  ])('no picture if the program that tries them %s', async (_what, name, code, reason) => {
    const program = join(folder, name)
    if (code !== '') await writeFile(program, code)
    await writeFile(join(folder, 'whole.svg'), SVG)
    const trust = await read({ name: 'x', logo: 'whole.svg' })
    const limit = name === 'hangs.mjs' ? { limitMs: 200 } : {}
    const trial = tryTrustPictures(trust.details, { program, ...limit })
    await expect(trial).rejects.toBeInstanceOf(StartError)
    await expect(trial).rejects.toThrow(
      new RegExp(`^The pictures of the trust could not be tried: ${reason.source}\\.$`),
    )
  })

  test('a picture of more than a megabyte', async () => {
    await writeFile(join(folder, 'large.svg'), SVG + ' '.repeat(1024 * 1024))
    await expect(read({ name: 'x', logo: 'large.svg' })).rejects.toThrow('"logo" names a picture of more than 1 MB')
  })
})
