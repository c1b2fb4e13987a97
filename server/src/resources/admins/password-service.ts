import { type PasswordChange, type PasswordFault, passwordFault } from '@sevadesk/contract/password.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest, HttpError } from '../../errors.ts'
import type { Sentence } from '../../sentence.ts'
import type { SignedIn } from '../../signed-in.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { checkWithinLimits } from '../sessions/login-attempt-service.ts'
import { revokeSessionsOf } from '../sessions/session-store.ts'
import { WEAK_PASSWORD } from './account-form.ts'
import { changePassword, findAdminSecretById } from './admin-store.ts'
import { guessesWithin } from './password-guesses.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

type Field = keyof PasswordChange

/** The words of the specification (section 5), each at the field that is to be mended. */
const FAULTS: Readonly<Record<PasswordFault, [Field, Sentence]>> = {
  'old-missing': ['oldPassword', { en: 'Current password is required', hi: 'अभी का पासवर्ड लिखें' }],
  'new-missing': ['newPassword', { en: 'New password is required', hi: 'नया पासवर्ड लिखें' }],
  'new-weak': ['newPassword', WEAK_PASSWORD],
  'confirm-missing': ['confirmPassword', { en: 'Please confirm your new password', hi: 'नया पासवर्ड एक बार और लिखें' }],
  'confirm-differs': ['confirmPassword', { en: 'Passwords do not match', hi: 'दोनों पासवर्ड एक जैसे नहीं हैं' }],
  'new-is-old': [
    'newPassword',
    { en: 'New password must be different from old password', hi: 'नया पासवर्ड पुराने से अलग होना चाहिए' },
  ],
}
const WRONG = { en: 'The current password is not correct.', hi: 'अभी का पासवर्ड सही नहीं है।' }
const CHANGED_MEANWHILE = {
  en: 'The password was changed by somebody else just now. Please sign in with the new one.',
  hi: 'अभी-अभी किसी और ने पासवर्ड बदल दिया है। नए पासवर्ड से लॉगिन करें।',
}

/**
 * Changes one's own password and ends all other sessions of the account. Throws badRequest() at the field to mend, also for a wrong current
 * password, and tooMany() when that was wrong too often: who holds a session must not be able to find the password out.
 */
export async function updatePassword(
  db: Db,
  config: Config,
  admin: SignedIn,
  { ip, ...change }: PasswordChange & { ip: string },
): Promise<void> {
  const fault = passwordFault(change)
  if (fault) throw refused(...FAULTS[fault])
  const check = async () => {
    const secret = await findAdminSecretById(db, admin.id)
    return secret && (await verifyPassword(secret.passwordHash, change.oldPassword)) ? secret : undefined
  }
  const secret = await checkWithinLimits(db, config, { account: guessesWithin(admin.id), ip }, { check, tooOften })
  if (!secret) throw refused('oldPassword', WRONG)

  const passwordHash = await hashPassword(change.newPassword, config.argon2)
  await db.transaction().execute(async (transaction) => {
    if (!(await changePassword(transaction, secret, passwordHash)))
      throw new HttpError(409, 'changed_meanwhile', CHANGED_MEANWHILE)
    await revokeSessionsOf(transaction, admin.id, new Date(), admin.sessionId)
    await insertAudit(transaction, { actor: admin, action: 'admin.password-changed', subjectId: admin.id })
  })
}

function refused(field: Field, sentence: Sentence): HttpError {
  return badRequest(sentence, { [field]: sentence })
}

function tooOften(minutes: number): Sentence {
  return {
    en: `The current password was wrong too often. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    hi: `अभी का पासवर्ड बहुत बार ग़लत लिखा गया। ${minutes} मिनट बाद फिर से कोशिश करें।`,
  }
}
