import { DONOR_FIELDS } from '@sevadesk/contract/donors/donor-fields.ts'
import { sentFields } from '../../records/typed-fields.ts'
import { type DonorDraft, parseShare } from './donor.ts'

/** Only what changed: other fields, such as those that a gift gave, need not be valid. */
export function changesOf(draft: DonorDraft, base: DonorDraft): Partial<ReturnType<typeof bodyOf>> {
  const before = new Map<string, unknown>(Object.entries(bodyOf(base)))
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(bodyOf(draft)).filter(isChanged))
}

/** Leaves out numbers that the user did not change. */
export function bodyOf(draft: DonorDraft) {
  return {
    ...sentFields(DONOR_FIELDS, draft),
    ...numberOf('pan', draft.pan, draft.isPanRemoved),
    ...numberOf('otherId', draft.otherId, draft.isOtherIdRemoved),
    members: draft.members.map(({ id, name, pan, isPanRemoved, share }) => ({
      ...(id !== '' && { _id: id }),
      name,
      share: parseShare(share),
      ...numberOf('pan', pan, isPanRemoved),
    })),
  }
}

function numberOf<Name extends string>(name: Name, typed: string, isRemoved: boolean): { [Key in Name]?: string } {
  if (typed.trim() !== '') return { [name]: typed } as { [Key in Name]?: string }
  return isRemoved ? ({ [name]: '' } as { [Key in Name]?: string }) : {}
}
