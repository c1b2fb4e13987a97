import {
  type Fields,
  readFlag,
  readIds,
  readInteger,
  readRecord,
  readText,
  readTexts,
  readTimestamp,
  readVersion,
} from '../../api/records/fields.ts'
import { readList } from '../../api/records/record-list.ts'
import { CHOICES, type Donor, type DonorDraft, type DonorEntry, draftOf, oneOf } from './donor.ts'

export interface DonorYear {
  /** Such as `2026-27`. */
  year: string
  count: number | undefined
  /** Integer paise. */
  amount: number | undefined
}

export interface DonorMerge {
  id: string
  name: string
  gifts: number
  mergedAt: string
  undoUntil: string
}

export interface DonorDetails {
  donor: Donor
  years: DonorYear[]
  hasOtherCurrency: boolean
  merges: DonorMerge[]
}

export interface Duplicate {
  id: string
  reason: string
  donor: Donor
  other: Donor | undefined
  otherName: string
}

export function readDonorEntry(fields: Fields, index: number): DonorEntry {
  return {
    id: readIds(fields, index).id,
    kind: oneOf(CHOICES.kinds, fields.kind, 'unknown'),
    name: readText(fields.name),
    otherNames: readTexts(fields.otherNames),
    phones: readTexts(fields.phones),
    emails: readTexts(fields.emails),
    pan: readText(fields.pan),
  }
}

export function readDonor(value: unknown): Donor {
  const fields = readRecord(value)
  return {
    ...readDonorEntry(fields, 0),
    address: readText(fields.address),
    pinCode: readText(fields.pinCode),
    otherIdType: CHOICES.otherIds.find((type) => type === fields.otherIdType) ?? '',
    otherId: readText(fields.otherId),
    citizenship: oneOf(CHOICES.citizenships, fields.citizenship, 'unknown'),
    language: fields.language === 'en' || fields.language === 'hi' ? fields.language : '',
    notes: readText(fields.notes),
    consent: oneOf(CHOICES.consents, fields.consent, 'unknown'),
    consentSource: readText(fields.consentSource),
    consentAt: readTimestamp(fields.consentAt),
    members: recordsOf(fields.members).map((member, index) => ({
      id: readIds(member, index).id,
      name: readText(member.name),
      pan: readText(member.pan),
      share: readInteger(member.share) ?? 0,
    })),
    source: readText(fields.source),
    mergedInto: readText(fields.mergedInto),
    isMasked: fields.isMasked !== undefined && readFlag(fields.isMasked),
    createdAt: readTimestamp(fields.createdAt),
    version: readVersion(fields.version),
  }
}

/** Reads the record in a response that refuses a save; `undefined` if it is none. */
export function readDonorDraft(record: unknown): DonorDraft | undefined {
  return readText(readRecord(record)._id) === '' ? undefined : draftOf(readDonor(record))
}

export function readDetails(response: unknown): DonorDetails {
  const data = readRecord(readRecord(response).data)
  return {
    donor: readDonor(data),
    years: recordsOf(data.years).map(({ year, count, amount }) => ({
      year: readText(year),
      count: readInteger(count),
      amount: readInteger(amount),
    })),
    hasOtherCurrency: data.hasOtherCurrency === true,
    merges: recordsOf(data.merges).map((merge, index) => ({
      id: readIds(merge, index).id,
      name: readText(merge.name),
      gifts: readInteger(merge.gifts) ?? 0,
      mergedAt: readTimestamp(merge.mergedAt),
      undoUntil: readTimestamp(merge.undoUntil),
    })),
  }
}

export function readDuplicate(fields: Fields, index: number): Duplicate {
  return {
    id: readIds(fields, index).id,
    reason: readText(fields.reason),
    donor: readDonor(fields.donor),
    other: fields.other ? readDonor(fields.other) : undefined,
    otherName: readText(fields.otherName),
  }
}

/** Identity numbers in full. */
export interface DonorNumbers {
  pan: string
  otherId: string
  /** By id of the member. */
  memberPans: Readonly<Record<string, string>>
}

export function readNumbers(response: unknown): DonorNumbers {
  const data = readRecord(readRecord(response).data)
  const pans = Object.entries(readRecord(data.memberPans)).map(([id, pan]) => [id, readText(pan)])
  return { pan: readText(data.pan), otherId: readText(data.otherId), memberPans: Object.fromEntries(pans) }
}

function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? readList(value) : []
}
