import type { AdminRole } from '@sevadesk/contract/admin-schemas.ts'

/** Who is asking. Read from the database at each request, so that a change of rights holds on the next one. */
export interface SignedIn {
  id: string
  username: string
  email: string
  role: AdminRole
  sections: readonly string[]
  createdAt: string
  /** Nothing but the password can be changed until that is done. */
  mustChangePassword: boolean
  sessionId: string
}
