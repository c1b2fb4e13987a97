import { useMemo } from 'react'
import type { DraftStore } from '../../ui/form/draft-store.ts'
import { useMe } from '../use-me.ts'
import type { DraftForm } from './draft-fields.ts'
import { createDraftStore } from './draft-store.ts'

/**
 * Where a form stores its unsaved texts. `record` is the record's id, or `new`. `undefined` for an
 * account without id and username.
 */
export function useDraftStore(form: DraftForm, record: string): DraftStore | undefined {
  const me = useMe()
  const account = me?._id || me?.username
  return useMemo(() => (account ? createDraftStore(account, form, record) : undefined), [account, form, record])
}
