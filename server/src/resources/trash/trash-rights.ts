import { type Account, mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { findGallery, GALLERY_SECTIONS, mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { type ErasableKind, restorableKinds } from '@sevadesk/contract/records/trash.ts'
import type { RecordRow } from './trashed-records.ts'

/** Whether the caller may restore the record, or delete it for good: reading A5 holds for admins. */
export function mayRestore(caller: Account, kind: ErasableKind, row: RecordRow): boolean {
  if (!restorableKinds(caller).includes(kind)) return false
  if (kind === 'admin') return mayManage(caller, accountIn(row))
  if (kind !== 'photo') return true
  const gallery = findGallery(String(row.section_name))
  return gallery !== undefined && mayOpen(caller, gallery.key)
}

export function openGalleries(caller: Account): string[] {
  return GALLERY_SECTIONS.filter(({ key }) => mayOpen(caller, key)).map(({ name }) => name)
}

function accountIn({ id, role, sections }: RecordRow): Account {
  return { _id: String(id), role: String(role), sections: JSON.parse(String(sections)) }
}
