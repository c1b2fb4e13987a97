import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'

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
  donationRights?: DonationRight[] | undefined
  createdAt: string
  version: number
  /** If true, a route refuses the admin unless it sets `isOpenBeforePasswordChange`. */
  mustChangePassword: boolean
  /** The panel's language; null until the user chooses one. */
  language: Language | null
  sessionId: string
  /** When the user signed in, UTC ISO 8601. */
  openedAt: string
  /** Whether the account's sign-ins need a code. */
  hasSecondStep: boolean
  /** If true, a route refuses the admin unless it sets `isOpenBeforeSecondStep`. */
  mustSetUpSecondStep: boolean
  /** When the user last gave a code in this session, UTC ISO 8601; null if never. */
  codeAt: string | null
}
