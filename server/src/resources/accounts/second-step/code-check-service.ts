import type { Db } from '../../../db/db.ts'
import { HttpError } from '../../../errors.ts'
import { localised } from '../../../text/localised-text.ts'
import { isAppCode, timeStepOf } from './app-code.ts'
import { deleteRecoveryCode, findSecondStep, recordTimeStep } from './second-step-store.ts'
import { decryptSecret, hashRecoveryCode } from './stored-codes.ts'

export const WRONG_CODE = localised(
  'This code is not correct, or was used already. Enter the code that your app shows now.',
)
const UNREADABLE = localised(
  'The codes of this account cannot be checked. Use a recovery code, or ask the person who runs the server.',
)

interface CodeUse {
  adminId: string
  code: string
  /** Encrypts the secrets of two-step sign-in. */
  key: Buffer
}

/**
 * Uses up a code within the transaction of what it allows: a code of the app or a recovery code,
 * each good once. Returns undefined if it is wrong or used. Throws 403 for a secret that cannot be
 * decrypted, such as one copied from another account.
 */
export async function redeemCode(
  transaction: Db,
  { adminId, code, key }: CodeUse,
): Promise<'app' | 'recovery' | undefined> {
  const step = await findSecondStep(transaction, adminId)
  if (!step?.secret) return undefined
  const text = code.replace(/\s/g, '')
  if (!isAppCode(text)) {
    const isDeleted = await deleteRecoveryCode(transaction, adminId, hashRecoveryCode(key, adminId, text))
    return isDeleted ? 'recovery' : undefined
  }
  const timeStep = timeStepOf(readSecret(key, adminId, step.secret), text, {
    now: new Date(),
    lastTimeStep: step.lastTimeStep,
  })
  if (timeStep === undefined) return undefined
  return (await recordTimeStep(transaction, { adminId, step, timeStep })) ? 'app' : undefined
}

/** Throws 403 if the secret is damaged or another account's. */
function readSecret(key: Buffer, adminId: string, encrypted: string): Buffer {
  const secret = decryptSecret(key, adminId, encrypted)
  if (!secret) throw new HttpError(403, 'second_step_unreadable', UNREADABLE)
  return secret
}
