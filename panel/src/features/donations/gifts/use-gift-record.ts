import { hasPanShape, normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { useMemo } from 'react'
import { useFormRecord } from '../../../queries/use-form-record.ts'
import type { DraftStore, FormValues } from '../../../ui/form/draft-store.ts'
import type { FormRecord } from '../../../ui/form/use-record-form.tsx'
import { GIFT_CHOICES, isTypedGift, NEW_DONOR } from './gift-draft.ts'

/** The record of the form of a gift, whose store never has a PAN. */
export function useGiftRecord(id: string | undefined): FormRecord {
  const { store, editors } = useFormRecord('gift', id)
  const safeStore = useMemo(
    () => store && { ...store, write: (draft: FormValues, base: FormValues) => write(store, draft, base) },
    [store],
  )
  return { store: safeStore, editors }
}

function write(store: DraftStore, draft: FormValues, base: FormValues): void {
  if (draft.id !== undefined) store.write(withoutPan(draft, base), base)
  else if (isTypedGift(draft, base)) store.write(withoutPan(draft, base), { ...base, ...UNKNOWN_CHOICES })
  else store.write(base, base)
}

/** These change with the day and the last gift: a draft of a new gift holds them even if untouched. */
const UNKNOWN_CHOICES = Object.fromEntries(GIFT_CHOICES.map((name) => [name, false]))

/** A search for a donor may be by PAN, which is never stored. */
function withoutPan(draft: FormValues, base: FormValues): FormValues {
  const isSearch = draft.donorId === '' || draft.donorId === NEW_DONOR
  return {
    ...draft,
    ...(isSearch && { donorText: base.donorText }),
    ...(hasPanShape(normalisePan(String(draft.newName))) && { newName: base.newName }),
  }
}
