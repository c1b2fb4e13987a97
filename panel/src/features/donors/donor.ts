import type { Language } from '@sevadesk/contract/base/language.ts'
import {
  CITIZENSHIPS,
  type Citizenship,
  CONSENTS,
  type Consent,
  DONOR_KINDS,
  type DonorKind,
  OTHER_ID_TYPES,
  type OtherIdType,
  WHOLE_SHARE,
} from '@sevadesk/contract/donors/donor.ts'

/** A donor as the lists show it. Missing texts are empty; numbers are masked. */
export interface DonorEntry {
  id: string
  kind: DonorKind
  name: string
  otherNames: string[]
  phones: string[]
  emails: string[]
  pan: string
}

interface DonorMember {
  id: string
  name: string
  /** Masked; empty without one. */
  pan: string
  /** Hundredths of a percent. */
  share: number
}

export interface Donor extends DonorEntry {
  address: string
  pinCode: string
  otherIdType: OtherIdType | ''
  otherId: string
  citizenship: Citizenship
  language: '' | Language
  notes: string
  consent: Consent
  consentSource: string
  consentAt: string
  members: DonorMember[]
  source: string
  /** Id of the record that replaces this one; empty if it was not merged. */
  mergedInto: string
  /** Address and notes are hidden from the user. */
  isMasked: boolean
  createdAt: string
  version: number | undefined
}

/** The form values. `id` is set while a donor is edited. */
export interface DonorDraft {
  id?: string | undefined
  kind: DonorKind
  name: string
  /** One per line, as the next two. */
  otherNames: string
  phones: string
  emails: string
  address: string
  pinCode: string
  /** Empty keeps the number of an edited donor, as `otherId`. */
  pan: string
  isPanRemoved: boolean
  otherIdType: OtherIdType | ''
  otherId: string
  isOtherIdRemoved: boolean
  citizenship: Citizenship
  language: '' | Language
  notes: string
  consent: Consent
  consentSource: string
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
  kind: 'person',
  name: '',
  otherNames: '',
  phones: '',
  emails: '',
  address: '',
  pinCode: '',
  pan: '',
  isPanRemoved: false,
  otherIdType: '',
  otherId: '',
  isOtherIdRemoved: false,
  citizenship: 'unknown',
  language: '',
  notes: '',
  consent: 'unknown',
  consentSource: '',
  members: [],
  maskedPan: '',
  maskedOtherId: '',
}

export function draftOf(donor: Donor): DonorDraft {
  const { id, kind, name, address, pinCode, otherIdType, citizenship, language, notes, consent, consentSource } = donor
  return {
    ...{ id, kind, name, address, pinCode, otherIdType, citizenship, language, notes, consent, consentSource },
    otherNames: donor.otherNames.join('\n'),
    phones: donor.phones.join('\n'),
    emails: donor.emails.join('\n'),
    pan: '',
    isPanRemoved: false,
    otherId: '',
    isOtherIdRemoved: false,
    members: donor.members.map((member) => ({
      key: member.id,
      id: member.id,
      name: member.name,
      pan: '',
      isPanRemoved: false,
      maskedPan: member.pan,
      share: shareText(member.share),
    })),
    maskedPan: donor.pan,
    maskedOtherId: donor.otherId,
    version: donor.version,
  }
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

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns the value if it is one of these, else the first or the given one. */
export function oneOf<Value extends string>(values: readonly Value[], value: unknown, other: Value): Value {
  return values.find((each) => each === value) ?? other
}

export const CHOICES = { kinds: DONOR_KINDS, citizenships: CITIZENSHIPS, consents: CONSENTS, otherIds: OTHER_ID_TYPES }
