import type { EditedRecord } from '@sevadesk/contract/records/editing-schemas.ts'
import type { DraftForm } from '../session/drafts/draft-fields.ts'
import { useDraftStore } from '../session/drafts/use-draft-store.ts'
import type { FormRecord } from '../ui/form/use-record-form.tsx'
import { useEditors } from './use-editors.ts'

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
