import { useLingui } from '@lingui/react/macro'
import { DONOR_FIELD_NAMES } from '../../records/donor-words.ts'
import { GIFT_FIELD_NAMES } from '../../records/gift-field-names.ts'
import { useSettingNames } from '../../records/setting-names.ts'

/**
 * Details that repeat the sentence (the record's name), are part of another value (the currency of an
 * amount), or serve the server alone.
 */
const HIDDEN_DETAILS = ['label', 'currency', 'fingerprint', 'settings', 'giftIds', 'certificateId', 'donorId']

export function isShownDetail(field: string): boolean {
  return !HIDDEN_DETAILS.includes(field)
}

/** Names a field of a record. Unknown fields keep their name. */
export function useFieldName(): (field: string) => string {
  const { t, i18n } = useLingui()
  const names: Readonly<Record<string, string>> = {
    ...useSettingNames(),
    ...Object.fromEntries(
      Object.entries({ ...DONOR_FIELD_NAMES, ...GIFT_FIELD_NAMES }).map(([field, name]) => [field, i18n._(name)]),
    ),
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
    donationRights: t`Rights in donations`,
    isPasswordSet: t`New password set`,
    sessionsEnded: t`Logins ended`,
    ordered: t`Amount of the order`,
    refundedAmount: t`Refunded amount`,
    currency: t`Currency`,
    donorName: t`Donor`,
    donorKind: t`Kind of donor`,
    mergedName: t`Merged donor`,
    mergedId: t`ID of the merged donor`,
    otherName: t`Other name`,
    gifts: t`Gifts`,
    giftsOf: t`Donor that had these gifts`,
    giftsOfId: t`ID of the donor that had these gifts`,
    donors: t`Donors`,
    members: t`Joint donors and their shares`,
    mode: t`Mode of payment`,
    purpose: t`Purpose`,
    on: t({ message: 'On', context: 'the day on which a cheque was moved' }),
    bounceReason: t`Reason of the bank`,
    depositedOn: t`Day of the deposit`,
    slipNumber: t`Number of the deposit slip`,
    bankAccount: t`Bank account`,
    day: t`Day`,
    status: t`Status`,
    receiptNumber: t`Receipt number`,
    replacedReceipt: t`Replaced receipt`,
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
    takenAt: t`Time of the backup`,
    takenFrom: t`Database of the backup`,
    takenBy: t`Version of SevaDesk`,
    historyRows: t`Entries of the history`,
    replacedRows: t`Entries known before`,
    brokenRow: t`First changed or missing entry`,
    period: t`Period`,
    sort: t`Sort`,
    year: t`Financial year`,
    number: t`Number`,
    name: t`Name`,
    phone: t`Phone`,
    signatory: t`Signatory`,
    signatoryPicture: t`Signature`,
    numberFormat: t`Format of the number`,
    numberDigits: t`Digits of the number`,
    linkDays: t`Days for which a donor can open the link`,
    nameEn: t`Name in English`,
    nameHi: t`Name in Hindi`,
    isRetired: t({ message: 'Retired', context: 'whether an entry of a list is retired' }),
    institution: t`Institution`,
    order: t`Order`,
    texts: t`Texts`,
    textCount: t`Number of texts`,
    donations: t`Donations`,
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
