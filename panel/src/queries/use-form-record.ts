import { REPORT_EDITING_EVERY_MS, reportEditing } from '@sevadesk/contract/records/editing.ts'
import type { EditedRecord } from '@sevadesk/contract/records/editing-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { randomId } from '../api/idempotency-keys.ts'
import { dataOf } from '../api/read-response.ts'
import type { DraftForm } from '../session/drafts/draft-fields.ts'
import { useDraftStore } from '../session/drafts/draft-store.ts'
import { useIsExtended } from '../session/use-me.ts'
import type { Editor } from '../ui/form/editors-hint.tsx'
import type { FormRecord } from '../ui/form/use-record-form.tsx'

/** The record of a form; a new record has no id yet. */
interface OpenRecord {
  kind: EditedRecord['kind']
  id: string | undefined
  section?: string | undefined
}

const NOBODY: Editor[] = []

/** The forms of records that others may edit at the same time. */
const EDITED_KINDS = {
  photo: 'photo',
  video: 'home-video',
  event: 'event',
  admin: 'admin',
  profile: 'admin',
  donor: 'donor',
  purpose: 'purpose',
  institution: 'institution',
  settings: 'settings',
  gift: 'gift',
} as const satisfies Partial<Record<DraftForm, EditedRecord['kind']>>

/** The record of a form: a new one has no id. Reports that the user edits it. */
export function useFormRecord(form: keyof typeof EDITED_KINDS, id: string | undefined, section?: string): FormRecord {
  const store = useDraftStore(form, id ?? ['new', section].filter(Boolean).join(' '))
  return { store, editors: useEditors({ kind: EDITED_KINDS[form], id, section }) }
}

/**
 * Reports that a form edits this record, and returns the others who do. `undefined` for a
 * new record, or if the backend does not know who edits. Reports pause while the page is hidden.
 */
function useEditors({ kind, id, section }: OpenRecord): Editor[] | undefined {
  const isOffered = useIsExtended()
  const [formId] = useState(randomId)
  const isEnabled = isOffered && id !== undefined
  const { data = NOBODY } = useQuery({
    queryKey: ['editors', formId],
    queryFn: async ({ signal }) => {
      const body = { ...recordOf({ kind, id, section }), formId, isOpen: true }
      return dataOf(await call(reportEditing, { body }, { signal }))
    },
    enabled: isEnabled,
    refetchInterval: REPORT_EDITING_EVERY_MS,
    gcTime: 0,
    retry: false,
  })

  useEffect(() => {
    if (!isEnabled) return
    const body = { ...recordOf({ kind, id, section }), formId, isOpen: false }
    // The server forgets the form after a while if this fails.
    const end = () => void call(reportEditing, { body }, { keepalive: true }).catch(() => undefined)
    addEventListener('pagehide', end)
    return () => {
      removeEventListener('pagehide', end)
      end()
    }
  }, [isEnabled, kind, id, section, formId])

  return isEnabled ? data : undefined
}

function recordOf({ kind, id = '', section }: OpenRecord): EditedRecord {
  return { kind, id, ...(section !== undefined && { section }) }
}
