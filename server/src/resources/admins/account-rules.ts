import { mayGrant, mayMakeSuperadmin, mayManage } from '@sevadesk/contract/account-rights.ts'
import type { Admin } from '@sevadesk/contract/admin-schemas.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import { takeTurn } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden, HttpError, notFound, unauthenticated } from '../../errors.ts'
import { isSessionOpen } from '../sessions/session-store.ts'
import { findAdmin, isUsernameTaken } from './admin-store.ts'

const MORE_RIGHTS = {
  en: 'You cannot change an account that has more rights than your own.',
  hi: 'जिस खाते के पास आपसे ज़्यादा अधिकार हैं, उसे आप नहीं बदल सकते।',
}
const NOT_HELD = {
  en: 'You can only give sections that you have yourself.',
  hi: 'आप वही सेक्शन दे सकते हैं जो आपके पास ख़ुद हैं।',
}
const NO_SUPERADMIN = {
  en: 'Only a superadmin can make someone a superadmin.',
  hi: 'किसी को सुपर एडमिन बनाना सिर्फ़ सुपर एडमिन के हाथ में है।',
}
const TAKEN = {
  en: 'This username is already taken. Please choose another.',
  hi: 'यह यूज़रनेम पहले से किसी का है। कोई दूसरा चुनें।',
}

/** Who asks for a change, and by which session: both may be gone when its turn has come. */
export interface Caller {
  id: string
  sessionId: string
}

/**
 * Does a change of accounts in a transaction that no other change of accounts runs beside, with the caller's rights as they are then. So of two
 * superadmins who take each other's rights at once, one is refused: there is always one left, since nobody can take their own.
 * Throws unauthenticated() when the caller's account is gone by then, or their session over.
 */
export async function changeAccounts<Result>(
  db: Db,
  caller: Caller,
  change: (transaction: Db, actor: Admin) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'accounts')
    const actor = await findAdmin(transaction, caller.id)
    if (!actor || !(await isSessionOpen(transaction, caller.sessionId))) throw unauthenticated()
    return change(transaction, actor)
  })
}

/** As `changeAccounts`, for the accounts of others. Throws forbidden() too when the caller may not open Admin by then. */
export async function changeOthersAccounts<Result>(
  db: Db,
  caller: Caller,
  change: (transaction: Db, actor: Admin) => Promise<Result>,
): Promise<Result> {
  return changeAccounts(db, caller, async (transaction, actor) => {
    if (!mayOpen(actor, 'Admin')) throw forbidden()
    return change(transaction, actor)
  })
}

/** Throws forbidden() unless the caller may change the account of another (reading A5). */
export function assertMayManage(actor: Admin, target: Admin): void {
  if (!mayManage(actor, target)) throw forbidden(MORE_RIGHTS)
}

/** Throws forbidden() when that would give away what the caller does not hold. `sections` are those to be held afterwards. */
export function assertMayGive(actor: Admin, { role, sections }: Pick<Admin, 'role' | 'sections'>): void {
  if (role === 'superadmin' && !mayMakeSuperadmin(actor)) throw forbidden(NO_SUPERADMIN)
  if (!sections.every((key) => mayGrant(actor, key))) throw forbidden(NOT_HELD)
}

/** Throws a 409 when another account than `exceptId` has a name that looks the same. */
export async function assertUsernameIsFree(transaction: Db, username: string, exceptId?: string): Promise<void> {
  if (await isUsernameTaken(transaction, username, exceptId))
    throw new HttpError(409, 'taken', TAKEN, { fields: { username: TAKEN } })
}

export function noSuchAdmin(): HttpError {
  return notFound({ en: 'There is no such admin.', hi: 'ऐसा कोई एडमिन नहीं है।' })
}
