import type { DonorDetail, TrustPicture } from '../../trust/trust-settings.ts'
import type { ReceiptSheet, SheetPicture } from './pdf/receipt-sheet.ts'
import type { ReceiptSettings, ReceiptSnapshot } from './receipt-snapshot.ts'
import { dayInWords, modeInWords, WORDS } from './receipt-words.ts'

const BETWEEN = '  ·  '

interface Layout {
  snapshot: ReceiptSnapshot
  settings: ReceiptSettings
  /** The hash of the settings, which tells one logo from another. */
  settingsHash: string
  isCancelled: boolean
}

/** Everything that stands on the receipt, in the order and words of layout 1. */
export function layOut({ snapshot, settings, settingsHash, isCancelled }: Layout): ReceiptSheet {
  const { language, trust, wording } = settings
  const { donor } = snapshot
  const words = WORDS[language]
  const picture = (key: string, given: TrustPicture | null): SheetPicture | null =>
    given && { key: `${key}-${settingsHash}`, ...given }
  const isFull = wording !== null && hasDetails(donor, wording.needs)
  return {
    layout: snapshot.layout,
    language,
    documentTitle: `${words.documentTitle} ${snapshot.number}`,
    day: snapshot.receiptDay,
    cancelled: isCancelled ? words.cancelled : null,
    trust: { name: trust.name, logo: picture('logo', trust.logo), lines: trustLines(settings) },
    title: (isFull && wording.title) || words.title,
    number: { label: words.number, value: snapshot.number },
    date: { label: words.receiptDate, value: dayInWords(snapshot.receiptDay, language) },
    lead: words.lead,
    donor: { name: donor.name ?? words.anonymous, lines: donorLines(snapshot, words.pan) },
    figures: snapshot.figures,
    words: snapshot.words,
    rows: [
      { label: words.donationDate, value: dayInWords(snapshot.donationDay, language) },
      { label: words.purpose, value: snapshot.purpose },
      { label: words.mode, value: snapshot.method && modeInWords(snapshot.method, language) },
      { label: words.paymentId, value: snapshot.paymentId },
    ].flatMap(({ label, value }) => (value === null ? [] : { label, value })),
    notes: notesOf(snapshot, settings, isFull),
    closing: trust.signatory ? words.thanks : words.unsigned,
    signatory: trust.signatory && {
      name: trust.signatory.name,
      lines: [...given(trust.signatory.designation), words.for(trust.name)],
      picture: picture('signature', trust.signatory.picture),
    },
  }
}

/** Whether the donor gave all that a wording needs to hold. */
function hasDetails(donor: ReceiptSnapshot['donor'], needs: readonly DonorDetail[]): boolean {
  return needs.every((detail) => donor[detail] !== null)
}

function trustLines({ language, trust }: ReceiptSettings): string[] {
  const { registration, pan, phone, email, website } = trust
  const ids = [...given(registration), ...given(pan && `${WORDS[language].pan} ${pan}`)]
  const contact = [phone, email, website].flatMap(given)
  return [...trust.address, ids.join(BETWEEN), contact.join(BETWEEN)].filter((line) => line !== '')
}

function donorLines({ donor }: ReceiptSnapshot, panLabel: string): string[] {
  const ids = [donor.pan && `${panLabel} ${donor.pan}`, donor.phone, donor.email].flatMap(given)
  return [...(donor.address?.split('\n') ?? []), ids.join(BETWEEN)].filter((line) => line !== '')
}

/** The trust's approval holds whoever gives; the rest only for a donor of whom the wording's needs are known. */
function notesOf({ method, amount }: ReceiptSnapshot, { wording }: ReceiptSettings, isFull: boolean): string[] {
  if (!wording) return []
  const cash =
    wording.cash && method?.toLowerCase() === 'cash' && amount > wording.cash.above ? wording.cash.text : null
  const rest = isFull ? [...given(wording.declaration), ...wording.statement] : given(wording.missing)
  return [...wording.approval, ...rest, ...given(cash)]
}

function given(text: string | null): string[] {
  return text === null ? [] : [text]
}
