import { useLingui } from '@lingui/react/macro'

/**
 * Details that repeat the sentence (the record's name), are part of another value (the currency of an
 * amount), or serve the server alone.
 */
const HIDDEN_DETAILS = ['label', 'currency', 'fingerprint', 'settings']

export function isShownDetail(field: string): boolean {
  return !HIDDEN_DETAILS.includes(field)
}

/** Names a field of a record. Unknown fields keep their name. */
export function useFieldName(): (field: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    title: t`Title`,
    description: t`Description`,
    sectionName: t`Gallery`,
    imageUrl: t`Picture`,
    videoUrl: t`Video`,
    posterUrl: t`Preview picture`,
    startsAt: t`Start`,
    endsAt: t`End`,
    venue: t`Venue`,
    username: t`Username`,
    email: t`Email`,
    role: t`Role`,
    sections: t`Sections`,
    language: t`Language`,
    isPasswordSet: t`New password set`,
    sessionsEnded: t`Logins ended`,
    amount: t`Amount`,
    ordered: t`Amount of the order`,
    refundedAmount: t`Refunded amount`,
    currency: t`Currency`,
    donorName: t`Donor`,
    status: t`Status`,
    receiptNumber: t`Receipt number`,
    paymentId: t`Payment ID`,
    orderId: t`Order ID`,
    recordedAs: t`Donation ID`,
    reason: t`Reason`,
    count: t`How often`,
    minute: t({ message: 'When', context: 'time of failed logins' }),
    of: t`Account`,
    secondStep: t`Second step`,
    isDeviceTrusted: t`Device trusted`,
    recoveryCodesLeft: t`Recovery codes left`,
    series: t`Series`,
    first: t`First number`,
    last: t`Last number`,
    search: t`Search`,
    file: t`File`,
    isEncrypted: t`Encrypted`,
    period: t`Period`,
    sort: t`Sort`,
    name: t`Name`,
    address: t`Address`,
    phone: t`Phone`,
    pan: t`PAN`,
    registration: t`Registration`,
    website: t`Website`,
    logo: t`Logo`,
    signatory: t`Signatory`,
    signatoryPicture: t`Signature`,
    numberFormat: t`Format of the number`,
    numberDigits: t`Digits of the number`,
    linkDays: t`Days for which a donor can open the link`,
    wordings: t`Wordings on taxes`,
    nameEn: t`Name in English`,
    nameHi: t`Name in Hindi`,
    isRetired: t({ message: 'Retired', context: 'whether an entry of a list is retired' }),
    institution: t`Institution`,
    donationType: t`Type of donation`,
    order: t`Order`,
    texts: t`Texts`,
    textCount: t`Number of texts`,
    donations: t`Donations`,
    rules: t`Limits and rules`,
    version: t`Version`,
    before: t`Older than`,
    recordKind: t({ message: 'Kind', context: 'of an entry of the history' }),
    recordId: t({ message: 'Record', context: 'what was changed' }),
    kind: t({ message: 'Kind', context: 'of an entry of the history' }),
    record: t({ message: 'Record', context: 'what was changed' }),
    actor: t`User`,
    from: t`From date`,
    to: t`To date`,
  }
  return (field) => (Object.hasOwn(names, field) ? (names[field] ?? field) : field)
}
