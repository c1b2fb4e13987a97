import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { suiteFolder } from '../../../testing/files/test-folder.ts'
import type { ReceiptContent } from '../content/receipt-content.ts'
import { PrintQueueFullError, receiptPrinter } from './receipt-printer.ts'

const CONTENT: ReceiptContent = {
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

/** A worker that behaves as the donor's name says. */
const FAKE_WORKER = `
import { threadId } from 'node:worker_threads'
let loopIterations = 0
export function print({ donor: { name } }) {
  if (name === 'exit') process.exit(3)
  if (name === 'throw') throw new Error('no such layout')
  if (name === 'hang') for (;;);
  setImmediate(() => loopIterations += 1)
  if (name === 'iterations') return new TextEncoder().encode(String(loopIterations))
  return new TextEncoder().encode(name === 'thread' ? String(threadId) : name)
}
`

const folder = suiteFolder()
let worker: URL
beforeAll(async () => {
  worker = pathToFileURL(join(folder, 'fake-worker.mjs'))
  await writeFile(worker, FAKE_WORKER)
})

const named = (name: string): ReceiptContent => ({ ...CONTENT, donor: { name, lines: [] } })
const textOf = (pdf: Uint8Array) => new TextDecoder().decode(pdf)

test('prints the same bytes in any worker', async () => {
  const one = receiptPrinter()
  const other = receiptPrinter()
  const [first, second] = await Promise.all([one.print(CONTENT), other.print(CONTENT)])
  expect(textOf(first.subarray(0, 5))).toBe('%PDF-')
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
  await Promise.all([one.close(), other.close()])
})

test('prints a receipt after a receipt that cannot be laid out', async () => {
  const printer = receiptPrinter()
  await expect(printer.print({ ...CONTENT, day: 'no day' })).rejects.toThrow(/Could not lay out/)
  expect((await printer.print(CONTENT)).length).toBeGreaterThan(1000)
  await printer.close()
})

// The limit includes the start of a worker.
test.each([
  ['exit', /exited/, 30_000],
  ['throw', /no such layout/, 30_000],
  ['hang', /timeout/, 6000],
])('fails only the receipt that makes the worker %s', async (name, message, limitMs) => {
  const printer = receiptPrinter({ worker, limitMs })
  const outcomes = await Promise.allSettled(['Ram', name, 'Sita'].map((donor) => printer.print(named(donor))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: expect.objectContaining({ message: expect.stringMatching(message) }) })
  expect(textOf(await printer.print(named('Gita')))).toBe('Gita')
  await printer.close()
})

test('returns each caller its own receipt', async () => {
  const printer = receiptPrinter({ worker })
  const names = Array.from({ length: 50 }, (_, index) => `donor ${index}`)
  expect((await Promise.all(names.map((name) => printer.print(named(name))))).map(textOf)).toEqual(names)
  await printer.close()
})

test('runs the event loop of the worker between receipts, where the compiler frees memory', async () => {
  const printer = receiptPrinter({ worker })
  const iterations = async () => Number(textOf(await printer.print(named('iterations'))))
  await expect.poll(iterations).toBeGreaterThan(0)
  await printer.close()
})

test('limits the queue', async () => {
  const printer = receiptPrinter({ worker, maxWaiting: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => printer.print(named(name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: expect.any(PrintQueueFullError) })
  await printer.close()
})

test('prints once for simultaneous requests of one receipt, and again for later requests', async () => {
  const printer = receiptPrinter({ worker, maxWaiting: 2, reservedForStaff: 0 })
  const same = Array.from({ length: 400 }, () => printer.print(named('Ram'), '192.0.2.1'))
  const other = printer.print(named('Sita'), '192.0.2.2')
  expect(new Set((await Promise.all([...same, other])).map(textOf))).toEqual(new Set(['Ram', 'Sita']))
  expect(new Set(same).size).toBe(1)
  expect(textOf(await printer.print(named('Ram')))).toBe('Ram')
  await expect(printer.print(named('throw'))).rejects.toThrow(/no such layout/)
  await expect(printer.print(named('throw'))).rejects.toThrow(/no such layout/)
  await printer.close()
})

test('limits each visitor and reserves part of the queue for staff', async () => {
  const printer = receiptPrinter({ worker, maxWaiting: 6, reservedForStaff: 2, maxPerVisitor: 2 })
  const ask = async (name: string, visitor?: string) => {
    const refused = (error: unknown) => (error instanceof PrintQueueFullError ? 'full' : 'wrong')
    return printer.print(named(name), visitor).then(textOf, refused)
  }
  const first = ask('in hand')
  const one = ['a1', 'a2', 'a3'].map((name) => ask(name, 'a'))
  const others = ['b', 'c', 'd'].map((name) => ask(name, name))
  const staff = ['s1', 's2', 's3'].map((name) => ask(name))
  expect(await Promise.all([first, ...one])).toEqual(['in hand', 'a1', 'a2', 'full'])
  expect(await Promise.all([...others, ...staff])).toEqual(['b', 'c', 'full', 's1', 's2', 'full'])
  await printer.close()
})

test('fails waiting and later receipts when closed', async () => {
  const printer = receiptPrinter({ worker })
  const waiting = [printer.print(named('hang')), printer.print(named('Ram'))].map((one) =>
    expect(one).rejects.toThrow(/closed/),
  )
  await printer.close()
  await Promise.all(waiting)
  await expect(printer.print(CONTENT)).rejects.toThrow(/closed/)
})

test('fails the receipt at once when the worker cannot start', async () => {
  const printer = receiptPrinter({ worker: new URL('missing.mjs', worker) })
  await expect(printer.print(CONTENT)).rejects.toThrow(/missing\.mjs/)
  await printer.close()
})

test('starts a new worker after an idle period', async () => {
  const printer = receiptPrinter({ worker, idleMs: 1 })
  const threadId = async () => textOf(await printer.print(named('thread')))
  const first = await threadId()
  await expect.poll(threadId, { interval: 20 }).not.toBe(first)
  await printer.close()
})
