import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../testing/files/drawn-pdf.ts'
import { expectSamePrint, type KeptReceipt, PICTURES } from '../../testing/files/kept-receipts.ts'
import { LABELS, receiptContent } from './content/receipt-content.ts'
import { type ReceiptPrinter, receiptPrinter } from './pdf/receipt-printer.ts'

/**
 * SHA-256 of the template of each layout that was ever issued. Do not change one: receipts with
 * its number are in donors' hands. A new look is a new template with the next number.
 */
const TEMPLATES: Readonly<Record<string, string>> = {
  1: '667d06677b302008a1e1e93bc955f163d714c9971fedf8fac6c6ed28ea517000',
}

const LAYOUTS = Object.keys(TEMPLATES)
const KEPT = ['english', 'hindi', 'scripts', 'plain', 'long']

let printer: ReceiptPrinter
beforeAll(() => {
  printer = receiptPrinter()
})
afterAll(() => printer.close())

test('keeps the template of every layout unchanged', async () => {
  const folder = join(import.meta.dirname, 'pdf')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.typ'))
  const hashes = files.map(async (file) => [
    file,
    createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex'),
  ])
  expect(Object.fromEntries(await Promise.all(hashes))).toEqual(
    Object.fromEntries(LAYOUTS.map((layout) => [`receipt-${layout}.typ`, TEMPLATES[layout]])),
  )
})

describe.each(LAYOUTS)('a receipt issued with layout %s', (layout) => {
  async function contentOf(name: string, isCancelled = false) {
    const kept: KeptReceipt = JSON.parse(await readFile(join(PICTURES, layout, `${name}.json`), 'utf8'))
    expect(String(kept.snapshot.layout)).toBe(layout)
    return receiptContent({ ...kept, settingsHash: name, isCancelled })
  }

  test.each(KEPT)('prints as it did when it was issued: %s', async (name) => {
    await expectSamePrint(layout, name, await printer.print(await contentOf(name)))
  })

  test.each(['english', 'hindi'])('gets the stamp when it is cancelled, and no other change: %s', async (name) => {
    const [before, after] = [await contentOf(name), await contentOf(name, true)]
    const cancelled = (['en', 'hi'] as const).map(LABELS.cancelled)
    if (before.language === 'hi') cancelled.reverse()
    expect(after).toEqual({ ...before, cancelled })
    const pdf = await printer.print(after)
    await expectSamePrint(layout, `${name}-cancelled`, pdf)
    const { text } = await readPdf(await printer.print(before))
    expect((await readPdf(pdf)).text.replace(cancelled.join(''), '')).toBe(text)
  })
})
