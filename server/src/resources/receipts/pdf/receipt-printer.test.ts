import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PrinterFull, receiptPrinter } from './receipt-printer.ts'
import type { ReceiptSheet } from './receipt-sheet.ts'

const SHEET: ReceiptSheet = {
  layout: 1,
  language: 'en',
  documentTitle: 'Receipt 1',
  day: '2026-04-01',
  cancelled: null,
  trust: { name: 'Trust', logo: null, lines: [] },
  title: 'Donation Receipt',
  number: { label: 'No.', value: '1' },
  date: { label: 'Date', value: '1 April' },
  lead: 'From',
  donor: { name: 'Ram', lines: [] },
  figures: '₹1.00',
  words: 'One Rupee Only',
  rows: [],
  notes: [],
  closing: '',
  signatory: null,
}

/** A worker that answers what it was asked for, but does as the name of the donor says. */
const ODD_WORKER = `
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', ({ id, sheet }) => {
  if (sheet.donor.name === 'exit') process.exit(3)
  if (sheet.donor.name === 'throw') throw new Error('broken')
  if (sheet.donor.name === 'hang') for (;;);
  if (sheet.donor.name === 'refuse') parentPort.postMessage({ id, failure: 'no such layout' })
  else if (sheet.donor.name === 'who') parentPort.postMessage({ id, pdf: new TextEncoder().encode(String(threadId)) })
  else parentPort.postMessage({ id, pdf: new TextEncoder().encode(sheet.donor.name) })
})
`

let folder: string
let program: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sevadesk-printer-'))
  program = pathToFileURL(join(folder, 'odd-worker.mjs'))
  await writeFile(program, ODD_WORKER)
})
afterAll(() => rm(folder, { recursive: true }))

const named = (name: string): ReceiptSheet => ({ ...SHEET, donor: { name, lines: [] } })
const textOf = (pdf: Uint8Array) => new TextDecoder().decode(pdf)

test('prints a PDF, the same bytes from any worker', async () => {
  const one = receiptPrinter()
  const other = receiptPrinter()
  const [first, second] = await Promise.all([one.print(SHEET), other.print(SHEET)])
  expect(textOf(first.subarray(0, 5))).toBe('%PDF-')
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
  await Promise.all([one.close(), other.close()])
})

test('a receipt that cannot be laid out fails, and the next is printed', async () => {
  const printer = receiptPrinter()
  await expect(printer.print({ ...SHEET, day: 'no day' })).rejects.toThrow(/could not be laid out/)
  expect((await printer.print(SHEET)).length).toBeGreaterThan(1000)
  await printer.close()
})

test('a picture is tried: one that is damaged is refused, and the next is not', async () => {
  const printer = receiptPrinter()
  const base64 = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
  await expect(printer.tryPicture({ key: 'a', type: 'png', base64: 'aGFsZg==' })).rejects.toThrow()
  await printer.tryPicture({ key: 'b', type: 'svg', base64: base64.toString('base64') })
  await printer.close()
})

test.each([
  ['exit', /ended/],
  ['throw', /broken/],
  ['hang', /more than 2000 ms/],
  ['refuse', /no such layout/],
])('a worker that does "%s" fails that receipt alone', async (name, message) => {
  const printer = receiptPrinter({ program, limitMs: 2000 })
  const outcomes = await Promise.allSettled(['Ram', name, 'Sita'].map((donor) => printer.print(named(donor))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: expect.objectContaining({ message: expect.stringMatching(message) }) })
  expect(textOf(await printer.print(named('Gita')))).toBe('Gita')
  await printer.close()
})

test('answers come to whoever asked, however many ask at once', async () => {
  const printer = receiptPrinter({ program })
  const names = Array.from({ length: 50 }, (_, index) => `donor ${index}`)
  expect((await Promise.all(names.map((name) => printer.print(named(name))))).map(textOf)).toEqual(names)
  await printer.close()
})

test('no more wait than a person would wait for', async () => {
  const printer = receiptPrinter({ program, mostWaiting: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => printer.print(named(name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: expect.any(PrinterFull) })
  await printer.close()
})

test('whoever asks for the same receipt at once shares one print, and later ones have their own', async () => {
  const printer = receiptPrinter({ program, mostWaiting: 2, keptForStaff: 0 })
  const same = Array.from({ length: 400 }, () => printer.print(named('Ram'), '192.0.2.1'))
  const other = printer.print(named('Sita'), '192.0.2.2')
  expect(new Set((await Promise.all([...same, other])).map(textOf))).toEqual(new Set(['Ram', 'Sita']))
  expect(new Set(same).size).toBe(1)
  expect(textOf(await printer.print(named('Ram')))).toBe('Ram')
  await expect(printer.print(named('refuse'))).rejects.toThrow(/no such layout/)
  await expect(printer.print(named('refuse'))).rejects.toThrow(/no such layout/)
  await printer.close()
})

test('no stranger holds more than a few places, and strangers leave some to the staff', async () => {
  const printer = receiptPrinter({ program, mostWaiting: 6, keptForStaff: 2, mostOfStranger: 2 })
  const ask = async (name: string, stranger?: string) => {
    const refused = (error: unknown) => (error instanceof PrinterFull ? 'full' : 'wrong')
    return printer.print(named(name), stranger).then(textOf, refused)
  }
  const first = ask('in hand')
  const one = ['a1', 'a2', 'a3'].map((name) => ask(name, 'a'))
  const others = ['b', 'c', 'd'].map((name) => ask(name, name))
  const staff = ['s1', 's2', 's3'].map((name) => ask(name))
  expect(await Promise.all([first, ...one])).toEqual(['in hand', 'a1', 'a2', 'full'])
  expect(await Promise.all([...others, ...staff])).toEqual(['b', 'c', 'full', 's1', 's2', 'full'])
  await printer.close()
})

test('closed, it fails what waits and whatever is asked later', async () => {
  const printer = receiptPrinter({ program })
  const waiting = [printer.print(named('hang')), printer.print(named('Ram'))].map((one) =>
    expect(one).rejects.toThrow(/closed/),
  )
  await printer.close()
  await Promise.all(waiting)
  await expect(printer.print(SHEET)).rejects.toThrow(/closed/)
})

test('after a while without work a new worker prints', async () => {
  const printer = receiptPrinter({ program, idleMs: 1 })
  const who = async () => textOf(await printer.print(named('who')))
  const first = await who()
  await expect.poll(who, { interval: 20, timeout: 10_000 }).not.toBe(first)
  await printer.close()
})
