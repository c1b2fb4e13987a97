import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSampleSettings } from '@sevadesk/demo/sample-settings.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { settingsOn } from '../resources/receipts/content/receipt-snapshot.ts'
import { suiteFolder } from '../testing/files/test-folder.ts'
import { trustOf } from './trust-content.ts'
import { readTrustFile } from './trust-file.ts'
import { tryTrustPictures } from './trust-picture.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

const folder = suiteFolder()
let trustFile: string
beforeAll(async () => {
  trustFile = join(folder, 'trust.json')
  await writeFile(join(folder, 'whole.svg'), SVG)
  await writeFile(join(folder, 'half.png'), '\x89PNG\r\n\x1a\nhalf', 'latin1')
})

async function read(value: unknown) {
  await writeFile(trustFile, typeof value === 'string' ? value : JSON.stringify(value))
  return readTrustFile({ trustFile, dataDir: folder, language: 'en' })
}

test('finds no file in the data folder, but misses the one of TRUST_FILE', async () => {
  const dataDir = join(folder, 'none')
  expect(await readTrustFile({ trustFile: undefined, dataDir, language: 'en' })).toBe(null)
  const missing = readTrustFile({ trustFile: join(dataDir, 'missing.json'), dataDir, language: 'en' })
  await expect(missing).rejects.toBeInstanceOf(StartError)
  await expect(missing).rejects.toThrow('missing.json (TRUST_FILE) cannot be read')
})

test('accepts a file with only a name, and a byte order mark', async () => {
  expect(await read('\uFEFF{ "name": "Ours" }')).toEqual({ name: 'Ours', receipts: { language: 'en' } })
})

test('accepts pictures by path, also of more than 25 megapixels', async () => {
  const png = await sharp({ create: { width: 5200, height: 5000, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'wide.png'), png)
  const content = await read({ name: 'x', logo: 'wide.png', signatory: { name: 'y', picture: 'whole.svg' } })
  expect([content?.logo, content?.signatory?.picture]).toEqual([
    `data:image/png;base64,${png.toString('base64')}`,
    `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
  ])
})

test('the sample settings have wordings for both laws, and texts in Hindi', async () => {
  const sample = await readSampleSettings()
  const trust = trustOf(sample, 'en')
  expect(trust.details).toMatchObject({ name: 'Shri Radha Krishna Seva Trust', logo: { type: 'svg' } })
  expect(settingsOn(trust, '2026-03-31').wording?.statement[0]).toContain('Form 10BE')
  expect(settingsOn(trust, '2026-04-01').wording?.statement[0]).toContain('Form 114')
  expect(settingsOn(trust, '2021-03-31').wording).toBe(null)
  expect(trustOf({ ...sample, receipts: { language: 'hi' } }, 'en').details).toMatchObject({
    name: 'श्री राधा कृष्ण सेवा ट्रस्ट',
    signatory: { designation: 'प्रबंध न्यासी' },
  })
})

test('sorts wordings by date', () => {
  const wordings = ['2000', '2020', '2010'].map((year) => ({ from: `${year}-01-01` }))
  expect(settingsOn(trustOf({ name: 'Ours', wordings }, 'en'), '2015-06-01').wording?.from).toBe('2010-01-01')
})

describe('throws one sentence that names the file and the field for', () => {
  test.each<[string, unknown, string]>([
    ['invalid JSON', '{ "name": ', 'are not valid JSON'],
    ['a list', [], 'are wrong: Must be a group of fields'],
    ['an invalid PAN', { name: 'x', pan: 'AAATS12345' }, 'are wrong at "pan": Must be like AAATS1234F.'],
    ['a missing logo', { name: 'x', logo: 'no.png' }, 'cannot be read: the picture at "logo": ENOENT'],
    ['a folder as logo', { name: 'x', logo: '' }, 'cannot be read: the picture at "logo": EISDIR'],
    ['a logo that is not a picture', { name: 'x', logo: 'trust.json' }, 'are wrong at "logo": Choose a PNG'],
    [
      'a damaged picture',
      { name: 'x', logo: 'whole.svg', signatory: { name: 'y', picture: 'half.png' } },
      'are wrong at "signatory.picture": This picture cannot be printed.',
    ],
  ])('%s', async (_, value, sentence) => {
    const error = await read(value).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    const { message } = error as StartError
    expect(message).toContain(`${trustFile} (TRUST_FILE)`)
    expect(message).toContain(sentence)
    expect(message).toMatch(/^[^\n]+\.$/)
  })
})

test.each([
  ['does not start', join('none', 'trial.mjs'), '', /the program ended with code 1 \(Error: Cannot find module '.+'\)/],
  ['hangs', 'hangs.mjs', 'setInterval(() => undefined, 1000)', /the program did not end within 0\.2 seconds/],
  ['throws', 'throws.mjs', "throw new TypeError('worn out')", /the program ended with code 1 \(TypeError: worn out\)/],
  ['crashes', 'crashes.mjs', "process.kill(process.pid, 'SIGKILL')", /the program was ended by SIGKILL/],
])('throws if the program that tries pictures %s', async (_what, name, code, reason) => {
  const program = join(folder, name)
  if (code !== '') await writeFile(program, code)
  const logo = { type: 'svg', base64: Buffer.from(SVG).toString('base64') } as const
  const limit = name === 'hangs.mjs' ? { limitMs: 200 } : {}
  const trial = tryTrustPictures({ logo, signatory: null }, { program, ...limit })
  await expect(trial).rejects.toBeInstanceOf(StartError)
  await expect(trial).rejects.toThrow(new RegExp(`^The pictures of the trust could not be tried: ${reason.source}\\.$`))
})
