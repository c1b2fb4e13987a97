import { useMemo } from 'react'
import { useDraftStore } from '../../session/drafts/use-draft-store.ts'
import type { DraftStore } from '../../ui/form/draft-store.ts'
import { withAllFields } from './settings-draft.ts'

/** Where the form stores its unsaved texts. Fills what the entries of a stored draft lack. */
export function useSettingsDraftStore(record: string): DraftStore | undefined {
  const store = useDraftStore('settings', record)
  return useMemo(
    () =>
      store && {
        ...store,
        read: (initial) => store.read(initial).map((draft) => ({ ...draft, values: withAllFields(draft.values) })),
      },
    [store],
  )
}
