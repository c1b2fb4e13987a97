/** A picture on a receipt. The same `key` is always the same picture. */
export interface SheetPicture {
  key: string
  type: 'png' | 'jpg' | 'svg'
  base64: string
}

/**
 * What stands on a receipt, word for word. `layout` is the template, `receipt-<layout>.typ`, which is never changed once receipts have been
 * issued in it.
 */
export interface ReceiptSheet {
  layout: 1
  language: 'en' | 'hi'
  documentTitle: string
  /** `YYYY-MM-DD`, the date of the PDF itself, so that the same receipt is the same file. */
  day: string
  /** The words across a receipt that no longer holds. */
  cancelled: readonly string[] | null
  trust: { name: string; logo: SheetPicture | null; lines: readonly string[] }
  title: string
  number: LabelledValue
  date: LabelledValue
  lead: string
  donor: { name: string; lines: readonly string[] }
  figures: string
  words: string
  rows: readonly LabelledValue[]
  notes: readonly string[]
  closing: string
  signatory: { name: string; lines: readonly string[]; picture: SheetPicture | null } | null
}

interface LabelledValue {
  label: string
  value: string
}

/** What the worker is asked for: a receipt, or whether a picture can be printed. */
export type PrintTask =
  | { id: number; kind: 'receipt'; sheet: ReceiptSheet }
  | { id: number; kind: 'picture'; picture: SheetPicture }

export type PrintAnswer = { id: number; pdf: Uint8Array } | { id: number; failure: string }
