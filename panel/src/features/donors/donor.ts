import { WHOLE_SHARE } from '@sevadesk/contract/donors/donor.ts'
import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { type TypedFields, typedFields } from '../../records/typed-fields.ts'

/**
 * The form values. `id` is set while a donor is edited. An empty `pan` or `otherId` keeps the number
 * of an edited donor.
 */
export interface DonorDraft extends TypedFields<typeof DONOR_FIELDS> {
  id?: string | undefined
  isPanRemoved: boolean
  isOtherIdRemoved: boolean
  members: MemberDraft[]
  /** The numbers as they are, masked. */
  maskedPan: string
  maskedOtherId: string
  version?: number | undefined
}

export interface MemberDraft {
  /** Unique in the form. */
  key: string
  /** Empty for a new person. */
  id: string
  name: string
  /** Empty keeps the number that is stored. */
  pan: string
  isPanRemoved: boolean
  maskedPan: string
  /** Per cent, as typed. */
  share: string
}

export const NEW_DONOR: DonorDraft = {
  ...typedFields(DONOR_FIELDS, { kind: 'person' }),
  isPanRemoved: false,
  isOtherIdRemoved: false,
  members: [],
  maskedPan: '',
  maskedOtherId: '',
}

export function draftOf(donor: Donor): DonorDraft {
  return {
    ...NEW_DONOR,
    ...typedFields(DONOR_FIELDS, donor),
    id: donor._id,
    version: donor.version,
    members: donor.members.map((member) => ({
      key: member._id,
      id: member._id,
      name: member.name,
      pan: '',
      isPanRemoved: false,
      maskedPan: member.pan ?? '',
      share: shareText(member.share),
    })),
    maskedPan: donor.pan ?? '',
    maskedOtherId: donor.otherId ?? '',
  }
}

/** The record in a response that refuses a save; `undefined` if it has none. */
export function draftOfCurrent(record: unknown): DonorDraft | undefined {
  return record ? draftOf(record as Donor) : undefined
}

const UNEDITED: readonly (keyof DonorDraft)[] = ['id', 'version', 'maskedPan', 'maskedOtherId']

export function isChangedDraft(draft: DonorDraft, initial: DonorDraft): boolean {
  const keys = Object.keys(NEW_DONOR) as (keyof DonorDraft)[]
  const edited = keys.filter((key) => !UNEDITED.includes(key))
  return edited.some((key) => JSON.stringify(draft[key]) !== JSON.stringify(initial[key]))
}

/** `3333` becomes `33.33`. */
export function shareText(share: number): string {
  return String(share / 100)
}

/** Hundredths of a percent; NaN for anything but a number with at most two decimals. */
export function parseShare(text: string): number {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.')
  return /^\d{1,3}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : Number.NaN
}

/** Equal shares that add up to 100 %. */
export function equalShares(count: number): string[] {
  const share = Math.floor(WHOLE_SHARE / count)
  return Array.from({ length: count }, (_, at) => shareText(at === 0 ? WHOLE_SHARE - share * (count - 1) : share))
}
