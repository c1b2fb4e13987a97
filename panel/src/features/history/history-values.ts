import { useLingui } from '@lingui/react/macro'
import { DONATION_RIGHTS } from '@sevadesk/contract/accounts/donation-rights.ts'
import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import { namesOfKind } from '@sevadesk/contract/base/record-fields.ts'
import { DONATION_SORTS } from '@sevadesk/contract/donations/donation-sort.ts'
import { statusLabel } from '@sevadesk/contract/donations/donation-status.ts'
import { PERIODS } from '@sevadesk/contract/donations/period.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { HistoryKind, HistoryReason } from '@sevadesk/contract/records/history.ts'
import { DONATION_TYPES } from '@sevadesk/contract/settings/list-entry.ts'
import { useDonationRightNames, useRoleName, useSectionName } from '../../records/account-names.ts'
import { useDonorText } from '../../records/donor-words.ts'
import { usePeriodName, useSortName } from '../../records/filter-names.ts'
import { useDonationTypeName, useGiftModeName } from '../../records/gift-field-names.ts'
import { useStatusName } from '../../records/status-badge.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { formatDate, formatDay } from '../../ui/format/date-time.tsx'
import { formatMoney, UNKNOWN } from '../../ui/format/money.tsx'

type Fields = Readonly<Record<string, unknown>>

const DONOR_CHOICES = namesOfKind(DONOR_FIELDS, 'choice')

/** Their values are addresses or fingerprints of files. */
const FILES = ['imageUrl', 'videoUrl', 'posterUrl', 'logo', 'signatoryPicture']

export function isFile(field: string): boolean {
  return FILES.includes(field)
}

/** Formats a value of a field. `fields` are those of the same record. */
export function useFieldValue(): (field: string, value: unknown, fields: Fields) => string {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const sectionName = useSectionName()
  const rightNames = useDonationRightNames()
  const roleName = useRoleName()
  const statusName = useStatusName()
  const periodName = usePeriodName()
  const sortName = useSortName()
  const kindName = useKindName()
  const donationTypeName = useDonationTypeName()
  const reasonText = useReasonText()
  const donorText = useDonorText()
  const giftModeName = useGiftModeName()
  const money = (value: unknown, { currency }: Fields) => formatMoney(value, currency, i18n.locale)
  const day = (value: unknown) => (isDay(value) ? formatDay(value, i18n.locale) : String(value))
  const time = (value: unknown) => (isDay(value) ? day(value) : formatDate(value, 'date-time', timeZone, i18n.locale))
  const formats: Readonly<Record<string, (value: unknown, fields: Fields) => string>> = {
    ...Object.fromEntries(DONOR_CHOICES.map((field) => [field, (value: unknown) => donorText(field, value)])),
    amount: money,
    refundedAmount: money,
    ordered: (value) => (isFields(value) ? money(value.amount, value) : UNKNOWN),
    startsAt: time,
    endsAt: time,
    before: time,
    minute: time,
    takenAt: time,
    receivedOn: time,
    instrumentDate: time,
    on: time,
    estimatedValue: money,
    mode: (value) => {
      const mode = GIFT_MODES.find((each) => each === value)
      return mode ? giftModeName(mode) : String(value)
    },
    sections: (value) => textsOf(value).map(sectionName).join(', ') || UNKNOWN,
    donationRights: (value) =>
      DONATION_RIGHTS.filter((right) => textsOf(value).includes(right))
        .map((right) => rightNames[right])
        .join(', ') || UNKNOWN,
    sectionName: (value) => sectionName(GALLERY_SECTIONS.find(({ name }) => name === value)?.key ?? String(value)),
    role: (value) => (value === 'admin' || value === 'superadmin' ? roleName(value) : String(value)),
    status: (value) => statusName(statusLabel(String(value))),
    period: (value) => {
      const period = PERIODS.find((each) => each === value)
      return period ? periodName(period) : String(value)
    },
    sort: (value) => {
      const sort = DONATION_SORTS.find((each) => each === value)
      return sort ? sortName(sort) : String(value)
    },
    from: day,
    to: day,
    donationType: (value) => {
      const type = DONATION_TYPES.find((each) => each === value)
      return type ? donationTypeName(type) : String(value)
    },
    kind: (value) => kindName(String(value)),
    recordKind: (value) => kindName(String(value)),
    reason: (value) => reasonText(String(value)),
    secondStep: (value) => (value === 'recovery' ? t`Recovery code` : t`Code of the app`),
    donorKind: (value) => donorText('kind', value),
    members: (value) => (Array.isArray(value) ? value.map(memberText).join(', ') : '') || UNKNOWN,
  }
  return (field, value, fields) => {
    if ((value ?? '') === '') return UNKNOWN
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    const format = Object.hasOwn(formats, field) ? formats[field] : undefined
    return format ? format(value, fields) : textsOf(value).join(', ') || UNKNOWN
  }
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** Says what happened to a file, whose address tells nobody anything. */
export function useFileChange(): (before: unknown, after: unknown) => string {
  const { t } = useLingui()
  return (before, after) => {
    if (before && after) return t({ message: 'Changed', context: 'a file' })
    return after ? t({ message: 'Added', context: 'a file' }) : t({ message: 'Removed', context: 'a file' })
  }
}

function useReasonText(): (reason: string) => string {
  const { t } = useLingui()
  const texts: Record<HistoryReason, string> = {
    'its amount is not that of the order': t`its amount is not that of the order`,
    'the order was paid by another payment': t`the order was paid by another payment`,
    'the donor is foreign and FCRA is not set': t`the donor is foreign and FCRA is not set`,
    'the card was issued abroad and FCRA is not set': t`the card was issued abroad and FCRA is not set`,
    'another donation has this payment': t`another donation has this payment`,
    'its refund failed, and Razorpay does not know the payment': t`its refund failed, and Razorpay does not know the payment`,
    'its payment was captured after it was deleted': t`its payment was captured after it was deleted`,
    'unpaid after 7 days': t`unpaid after 7 days`,
    'no report of Razorpay within 30 days': t`no report of Razorpay within 30 days`,
  }
  const textByReason = new Map<string, string>(Object.entries(texts))
  return (reason) => textByReason.get(reason) ?? reason
}

/** The texts and numbers in a value, without those of files. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isFields(value)) return (value ?? '') === '' ? [] : [String(value)]
  return Object.entries(value).flatMap(([name, part]) => (name === 'picture' ? [] : textsOf(part)))
}

/** One of the persons of a joint donor; `share` is in hundredths of a percent. */
function memberText(member: unknown): string {
  if (!isFields(member)) return ''
  const { name, share, pan } = member
  return [name, `${Number(share) / 100} %`, pan].filter(Boolean).join(' ')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Names a kind of record. Unknown kinds are returned unchanged. */
export function useKindName(): (kind: string) => string {
  const { t } = useLingui()
  const names: Record<HistoryKind, string> = {
    photo: t`Photos`,
    'home-video': t`Videos`,
    event: t`Events`,
    donation: t`Donations`,
    donor: t`Donors`,
    'cash-book': t`Cash books`,
    'deposit-slip': t`Deposit slips`,
    message: t`Messages`,
    admin: t`Accounts`,
    session: t`Logins`,
    receipt: t`Receipts`,
    settings: t`Trust details`,
    purpose: t`Purposes`,
    institution: t`Institutions`,
    backup: t`Backups`,
    history: t`History`,
  }
  const nameByKind = new Map<string, string>(Object.entries(names))
  return (kind) => nameByKind.get(kind) ?? kind
}
