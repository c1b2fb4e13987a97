import { mayGrant } from '@sevadesk/contract/accounts/account-rights.ts'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { DONATION_RIGHTS, donationRightsOf } from '@sevadesk/contract/accounts/donation-rights.ts'
import { type AccessHolder, GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'

/** An account in a list. Fields that a backend left out are empty. */
export interface AdminAccount {
  /** Unique in the list. */
  id: string
  /** Empty if the backend sent none: the account can then be neither edited nor deleted. */
  _id: string
  username: string
  email: string
  /** The role of all accounts in the list. */
  role: AdminRole
  /** May contain unknown keys. */
  sections: string[]
  /** Absent: all rights in Donations. */
  donationRights?: readonly string[] | undefined
  /** UTC ISO 8601, or anything else from a backend. */
  createdAt: unknown
  /** Counts the changes, if the backend does. */
  version: number | undefined
  /** Fields that could not be read. They are shown empty, and an edit must not save them empty. */
  unread: readonly UnreadField[]
}

type UnreadField = 'username' | 'email' | 'role' | 'sections'

/** The signed-in admin; a backend may omit each of them. */
interface Viewer extends AccessHolder {
  level?: number | undefined
}

/** The form values. `id` is set while an account is edited. */
export interface AdminDraft {
  id?: string | undefined
  username: string
  email: string
  /** Blank keeps the password of an edited account. */
  password: string
  role: AdminRole
  /** Kept while the role is superadmin, but then sent as an empty list. */
  sections: string[]
  /** On our server. All of them are sent as null. */
  donationRights?: readonly string[] | undefined
  /** The list that has the edited account's row. */
  listedAs?: AdminRole
  /** Fields to send only if the user changed them. */
  unread?: readonly UnreadField[]
  /** The version of an existing account that the changes begin from. */
  version?: number | undefined
}

/** Sections for one's own account, selected by default. */
export const DEFAULT_SECTIONS = ['Profile', 'UpdatePassword', 'LoginSessions']

/** A new account with the default sections that `actor` may grant. */
export function newDraft(actor: Viewer): AdminDraft {
  const sections = DEFAULT_SECTIONS.filter((key) => mayGrant(actor, key))
  const donationRights = isExtended(actor) ? donationRightsOf({ ...actor, sections: ['Donations'] }) : undefined
  return { username: '', email: '', password: '', role: 'admin', sections, donationRights }
}

export function draftOf(account: AdminAccount, actor: Viewer): AdminDraft {
  const { _id, username, email, role, sections, donationRights = DONATION_RIGHTS, unread, version } = account
  const rights = isExtended(actor) && { donationRights }
  return { id: _id, username, email, password: '', role, sections, ...rights, listedAs: role, unread, version }
}

export function isChangedDraft(draft: AdminDraft, initial: AdminDraft): boolean {
  const keys = ['username', 'email', 'password', 'role'] as const
  return (
    keys.some((key) => draft[key] !== initial[key]) ||
    sortSections(draft.sections).join() !== sortSections(initial.sections).join() ||
    draft.donationRights?.join() !== initial.donationRights?.join()
  )
}

const ORDER: readonly string[] = SECTION_KEYS.flatMap((key) => (key === 'Gallery' ? [key, ...GALLERY_KEYS] : [key]))

/** Sections in the specification's order without duplicates, unknown keys last. */
export function sortSections(sections: readonly string[]): string[] {
  return [...ORDER.filter((key) => sections.includes(key)), ...unknownKeys(sections)]
}

/** Unknown keys among the sections, which another backend may have. */
export function unknownKeys(sections: readonly string[]): string[] {
  return [...new Set(sections)].filter((key) => !ORDER.includes(key))
}
