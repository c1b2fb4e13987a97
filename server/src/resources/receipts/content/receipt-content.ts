import { formatDay } from '../../../text/format-day.ts'
import { type LocalisedText, localised } from '../../../text/localised-text.ts'
import type { DonorDetail, ReceiptLanguage, TrustPicture } from '../../../trust/trust-settings.ts'
import type { ReceiptSettings, ReceiptSnapshot } from './receipt-snapshot.ts'

const SEPARATOR = '  ·  '

/** Pictures with equal keys are equal. */
export interface ReceiptPicture extends TrustPicture {
  key: string
}

/** Everything printed on a receipt. `layout` selects the template `receipt-<layout>.typ`. */
export interface ReceiptContent {
  layout: 1
  language: ReceiptLanguage
  documentTitle: string
  /** `YYYY-MM-DD`. Also the date in the PDF's metadata, so that a reprint has the same bytes. */
  day: string
  cancelled: readonly string[] | null
  trust: { name: string; logo: ReceiptPicture | null; lines: readonly string[] }
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
  signatory: { name: string; lines: readonly string[]; picture: ReceiptPicture | null } | null
}

interface LabelledValue {
  label: string
  value: string
}

interface ReceiptState {
  snapshot: ReceiptSnapshot
  settings: ReceiptSettings
  settingsHash: string
  isCancelled: boolean
}

export function receiptContent({ snapshot, settings, settingsHash, isCancelled }: ReceiptState): ReceiptContent {
  const { language, trust, wording } = settings
  const { donor } = snapshot
  const picture = (key: string, source: TrustPicture | null): ReceiptPicture | null =>
    source && { key: `${key}-${settingsHash}`, ...source }
  const isComplete = wording !== null && hasDetails(donor, wording.needs)
  return {
    layout: snapshot.layout,
    language,
    documentTitle: `${LABELS.documentTitle(language)} ${snapshot.number}`,
    day: snapshot.receiptDay,
    cancelled: isCancelled ? [LABELS.cancelled(language), LABELS.cancelled(language === 'en' ? 'hi' : 'en')] : null,
    trust: { name: trust.name, logo: picture('logo', trust.logo), lines: trustLines(settings) },
    title: (isComplete && wording.title) || LABELS.title(language),
    number: { label: LABELS.number(language), value: snapshot.number },
    date: { label: LABELS.receiptDate(language), value: formatDay(snapshot.receiptDay)(language) },
    lead: LABELS.lead(language),
    donor: { name: donor.name ?? LABELS.anonymous(language), lines: donorLines(snapshot, LABELS.pan(language)) },
    figures: snapshot.figures,
    words: snapshot.words,
    rows: [
      { label: LABELS.donationDate(language), value: formatDay(snapshot.donationDay)(language) },
      { label: LABELS.purpose(language), value: snapshot.purpose },
      { label: LABELS.method(language), value: snapshot.method && paymentMethodLabel(snapshot.method, language) },
      ...referenceRows(snapshot, language),
      { label: LABELS.paymentId(language), value: snapshot.paymentId },
      { label: LABELS.replaces(language), value: snapshot.replaces ?? null },
    ].flatMap(({ label, value }) => (value === null ? [] : { label, value })),
    notes: notesOf(snapshot, settings, isComplete),
    closing: trust.signatory ? LABELS.thanks(language) : LABELS.unsigned(language),
    signatory: trust.signatory && {
      name: trust.signatory.name,
      lines: compact([trust.signatory.designation, LABELS.for(trust.name)(language)]),
      picture: picture('signature', trust.signatory.picture),
    },
  }
}

/** Returns the rows of a gift that was entered by hand. */
function referenceRows({ method, reference }: ReceiptSnapshot, language: ReceiptLanguage) {
  if (!reference) return []
  const labelOf = (labels: typeof DATE_LABELS) => labels[method ?? '']?.(language) ?? ''
  return [
    { label: labelOf(REFERENCE_LABELS), value: reference.number },
    { label: labelOf(DATE_LABELS), value: reference.day && formatDay(reference.day)(language) },
    { label: LABELS.bank(language), value: reference.bank },
  ]
}

function hasDetails(donor: ReceiptSnapshot['donor'], needs: readonly DonorDetail[]): boolean {
  return needs.every((detail) => donor[detail] !== null)
}

function trustLines({ language, trust }: ReceiptSettings): string[] {
  const { registration, pan, phone, email, website } = trust
  const ids = compact([registration, pan && `${LABELS.pan(language)} ${pan}`])
  const contact = compact([phone, email, website])
  return compact([...trust.address, ids.join(SEPARATOR), contact.join(SEPARATOR)])
}

function donorLines({ donor }: ReceiptSnapshot, panLabel: string): string[] {
  const ids = compact([donor.pan && `${panLabel} ${donor.pan}`, donor.phone, donor.email])
  return compact([...(donor.address?.split('\n') ?? []), ids.join(SEPARATOR)])
}

/** Always includes the approval, but the declaration and statement only if `isComplete`. */
function notesOf(
  { method, amount, isBeforeClearing }: ReceiptSnapshot,
  { wording }: ReceiptSettings,
  isComplete: boolean,
): string[] {
  if (!wording) return []
  const { cash, cheque = null } = wording
  const cashNote = cash && method?.toLowerCase() === 'cash' && amount > cash.above ? cash.text : null
  const statement = isComplete ? [wording.declaration, ...wording.statement] : [wording.missing]
  return compact([...wording.approval, ...statement, cashNote, isBeforeClearing ? cheque : null])
}

function compact(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => text || [])
}

/** Printed on issued receipts too: only a new layout may change a word. */
export const LABELS = {
  documentTitle: localised('receipt|Receipt'),
  title: localised('receipt|Donation Receipt'),
  number: localised('receipt|Receipt no.'),
  receiptDate: localised('receipt|Receipt date'),
  lead: localised('receipt|Received with gratitude from'),
  anonymous: localised('receipt|Anonymous'),
  pan: localised('receipt|PAN'),
  donationDate: localised('receipt|Donation date'),
  purpose: localised('receipt|Purpose'),
  method: localised('receipt|Mode of payment'),
  paymentId: localised('receipt|Payment ID'),
  for: (trust: string) => localised('receipt|for {trust}', { trust }),
  thanks: localised('receipt|With heartfelt thanks.'),
  unsigned: localised('receipt|This receipt was made by a computer and is valid without a signature.'),
  cancelled: localised('receipt|CANCELLED'),
  bank: localised('receipt|Bank'),
  replaces: localised('receipt|In place of receipt no.'),
}

const PAYMENT_METHODS: Readonly<Record<string, LocalisedText>> = {
  upi: localised('receipt|UPI'),
  card: localised('receipt|Card'),
  netbanking: localised('receipt|Net banking'),
  wallet: localised('receipt|Wallet'),
  emi: localised('receipt|EMI'),
  paylater: localised('receipt|Pay later'),
  bank_transfer: localised('receipt|Bank transfer'),
  cash: localised('receipt|Cash'),
  cheque: localised('receipt|Cheque'),
  draft: localised('receipt|Demand draft'),
}

/** Returns an unknown method unchanged. */
function paymentMethodLabel(method: string, language: ReceiptLanguage): string {
  return PAYMENT_METHODS[method.toLowerCase()]?.(language) ?? method
}

/** What the number of a payment that was not made online is called, by its method. */
const REFERENCE_LABELS: Readonly<Record<string, LocalisedText>> = {
  cheque: localised('receipt|Cheque no.'),
  draft: localised('receipt|Draft no.'),
  bank_transfer: localised('receipt|UTR'),
  upi: localised('receipt|UPI reference'),
  card: localised('receipt|Slip no.'),
}

const DATE_LABELS: Readonly<Record<string, LocalisedText>> = {
  cheque: localised('receipt|Cheque date'),
  draft: localised('receipt|Draft date'),
}
