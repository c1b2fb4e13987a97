import { HttpError } from '../../../errors.ts'
import { localised } from '../../../text/localised-text.ts'
import { CLOCK_DIFFERENCE_MS } from '../session-store.ts'

/** TWO_STEP: `superadmin` and `everyone` must have the second step on. */
type Requirement = 'optional' | 'superadmin' | 'everyone'

/** How long a code counts for changes that need a recent one. */
const RECENT_MS = 10 * 60_000
/** How long a sign-in counts for changes that need a recent one. */
const RECENT_SIGN_IN_MS = 5 * 60_000
/** How long a new secret waits for its first code. */
const SET_UP_MS = 30 * 60_000

/** Whether an account of this role must have the second step on. */
export function isSecondStepRequired({ twoStep }: { twoStep: Requirement }, role: 'admin' | 'superadmin'): boolean {
  return twoStep === 'everyone' || twoStep === role
}

/**
 * Throws 403 if the account has the second step on and gave no code in this session in the last ten
 * minutes.
 */
export function assertRecentCode(
  { hasSecondStep, codeAt }: { hasSecondStep: boolean; codeAt: string | null },
  now = new Date(),
): void {
  if (hasSecondStep && !isRecent(codeAt, RECENT_MS, now)) throw new HttpError(403, 'code_required', CODE_REQUIRED)
}

/** As `assertRecentCode`. Also throws 403 if the user signed in over five minutes ago. */
export function assertReauthenticated(session: Parameters<typeof assertRecentCode>[0] & { openedAt: string }): void {
  // First: the new session may need a code.
  if (!isRecent(session.openedAt, RECENT_SIGN_IN_MS, new Date()))
    throw new HttpError(403, 'password_required', PASSWORD_REQUIRED)
  assertRecentCode(session)
}

/** Whether a secret that was made at this time may still be confirmed. */
export function canBeConfirmed(pendingAt: string | null): boolean {
  return isRecent(pendingAt, SET_UP_MS, new Date())
}

/** A time further in the future was recorded by a clock that was ahead. */
function isRecent(at: string | null, limitMs: number, now: Date): boolean {
  const age = now.getTime() - Date.parse(at ?? '')
  return age >= -CLOCK_DIFFERENCE_MS && age <= limitMs
}

const CODE_REQUIRED = localised('This change needs a code from your authenticator app.')
const PASSWORD_REQUIRED = localised(
  'This change needs your password. If this page does not ask for it, log in again first.',
)
