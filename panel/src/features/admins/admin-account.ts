import { mayGrant } from '@sevadesk/contract/account-rights.ts'
import type { AdminRole } from '@sevadesk/contract/admin-schemas.ts'
import { type AccessHolder, GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/section.ts'

/** An account of role admin, as the page shows it. A backend may leave out any field; what is missing is empty. */
export interface AdminAccount {
  /** One of its own in the list. */
  id: string
  /** The backend's; without one an account can be neither edited nor deleted. */
  _id: string
  username: string
  email: string
  role: 'admin'
  /** Words that are no keys of ours among them. */
  sections: string[]
  /** UTC ISO 8601, or whatever the backend gave. */
  createdAt: unknown
  /** What could not be read: it is shown as empty, and an edit must not make it so. */
  unread: readonly UnreadField[]
}

type UnreadField = 'username' | 'email' | 'role' | 'sections'

/** What the form holds. `id`, the backend's, is set while an account is edited. */
export interface AdminDraft {
  id?: string | undefined
  username: string
  email: string
  /** Blank while an account is edited: it stays as it is. */
  password: string
  role: AdminRole
  /** Kept while the role is superadmin, who needs none. */
  sections: string[]
  /** What is sent only if the person changes it; nothing of a new account. */
  unread?: readonly UnreadField[]
}

/** What everybody needs for their own account (reading A6). */
const PRETICKED = ['Profile', 'UpdatePassword', 'LoginSessions']

/** A new account of role admin, with the sections of one's own account as far as `actor` may give them. */
export function newDraft(actor: AccessHolder): AdminDraft {
  const sections = PRETICKED.filter((key) => mayGrant(actor, key))
  return { username: '', email: '', password: '', role: 'admin', sections }
}

export function draftOf({ _id, username, email, sections, unread }: AdminAccount): AdminDraft {
  return { id: _id, username, email, password: '', role: 'admin', sections, unread }
}

/** Whether anything would be lost if the draft were let go of. */
export function isChangedDraft(draft: AdminDraft, initial: AdminDraft): boolean {
  const keys = ['username', 'email', 'password', 'role'] as const
  return (
    keys.some((key) => draft[key] !== initial[key]) ||
    inOrder(draft.sections).join() !== inOrder(initial.sections).join()
  )
}

const ORDER: readonly string[] = SECTION_KEYS.flatMap((key) => (key === 'Gallery' ? [key, ...GALLERY_KEYS] : [key]))

/** Sections in the specification's order, each once; words that are no keys of ours last. */
export function inOrder(sections: readonly string[]): string[] {
  return [...ORDER.filter((key) => sections.includes(key)), ...otherWords(sections)]
}

/** What of an account's sections is no key of ours, such as another backend may have. */
export function otherWords(sections: readonly string[]): string[] {
  return [...new Set(sections)].filter((key) => !ORDER.includes(key))
}
