import type { AdminRole, Language } from '@sevadesk/contract/admin-schemas.ts'

/**
 * The signed-in admin, read from the database for each request so that changed rights apply at
 * once.
 */
export interface SignedIn {
  id: string
  username: string
  email: string
  role: AdminRole
  sections: readonly string[]
  createdAt: string
  /** If true, a route refuses the admin unless it sets `isOpenBeforePasswordChange`. */
  mustChangePassword: boolean
  /** The panel's language; null until the user chooses one. */
  language: Language | null
  sessionId: string
}
