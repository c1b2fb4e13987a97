import { HttpError } from '../../../errors.ts'
import { localised } from '../../../text/localised-text.ts'

/** TWO_STEP: `superadmin` and `everyone` must have the second step on. */
type Requirement = 'optional' | 'superadmin' | 'everyone'

/** How long a code counts for changes that need a recent one. */
const RECENT_MS = 10 * 60_000

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
  const age = now.getTime() - Date.parse(codeAt ?? '')
  // A code from the future was recorded by a clock that was ahead.
  if (hasSecondStep && !(age >= 0 && age <= RECENT_MS)) throw new HttpError(403, 'code_required', CODE_REQUIRED)
}

const CODE_REQUIRED = localised('This change needs a code from your authenticator app.')
