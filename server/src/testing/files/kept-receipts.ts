import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ReceiptSettings, ReceiptSnapshot } from '../../resources/receipts/content/receipt-snapshot.ts'
import { countDifferences, readPdf, readPicture, writePicture } from './drawn-pdf.ts'

/** A folder per layout: what the database stored of sample receipts, their text, and how they look. */
export const PICTURES = join(import.meta.dirname, '../../resources/receipts/pictures')
/** Files that differ from the kept ones are written here for comparison. */
const RESULTS = join(tmpdir(), 'sevadesk-drawn-receipts')
const MAX_DIFFERENT_PIXELS = 15

export interface KeptReceipt {
  snapshot: ReceiptSnapshot
  settings: ReceiptSettings
}

/** Expects the PDF to be one page with the kept text, which looks like the kept picture of the layout. */
export async function expectSamePrint(layout: string, name: string, pdf: Uint8Array): Promise<void> {
  const { picture, pages, text } = await readPdf(pdf)
  expect(pages).toBe(1)
  expect(`${text}\n`).toBe(await readFile(join(PICTURES, layout, `${name}.txt`), 'utf8'))
  const kept = await readPicture(join(PICTURES, layout, `${name}.png`)).catch(() => undefined)
  const differences = kept ? countDifferences(kept, picture) : Number.POSITIVE_INFINITY
  const result = join(RESULTS, layout, `${name}.png`)
  if (differences > MAX_DIFFERENT_PIXELS) {
    await mkdir(join(RESULTS, layout), { recursive: true })
    await writePicture(result, picture)
  }
  expect(differences, `See ${result} beside the kept ${name}.png`).toBeLessThanOrEqual(MAX_DIFFERENT_PIXELS)
}

/** Expects that a receipt issued now stores what the kept receipt of its layout stores. */
export async function expectKept(name: string, receipt: KeptReceipt): Promise<void> {
  const layout = String(receipt.snapshot.layout)
  const kept = await readFile(join(PICTURES, layout, `${name}.json`), 'utf8').catch(() => 'null')
  const result = join(RESULTS, layout, `${name}.json`)
  if (JSON.stringify(JSON.parse(kept)) !== JSON.stringify(receipt)) {
    await mkdir(join(RESULTS, layout), { recursive: true })
    await writeFile(result, `${JSON.stringify(receipt, undefined, 2)}\n`)
  }
  expect(JSON.parse(kept), `See ${result} beside the kept ${name}.json`).toEqual(receipt)
}
