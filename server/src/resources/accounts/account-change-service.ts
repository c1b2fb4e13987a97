import { mayGrant, mayMakeSuperadmin, mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import type { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden, HttpError, notFound, unauthenticated } from '../../errors.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { findAdmin, isUsernameTaken, listUsernames } from './admin-store.ts'
import { isSessionOpen } from './session-store.ts'
import { loadSkeleton, looksAlike } from './username-rules.ts'

const MORE_RIGHTS = localised('You cannot change an account that has more rights than your own.')
const NOT_HELD = localised('You can only give sections that you have yourself.')
const NOT_SUPERADMIN = localised('Only a superadmin can make someone a superadmin.')
const TAKEN = localised('This username is already taken. Please choose another.')

const LOOKS_TAKEN = localised('This username looks the same as another one. Please choose another.')

export interface Caller {
  id: string
  sessionId: string
}

/**
 * Runs one account change at a time across all processes and reads the caller's rights inside it.
 * So two superadmins cannot demote each other at once, and one always remains. Throws
 * unauthenticated() if the caller's account or session has ended.
 */
export async function changeAccounts<Result>(
  db: Db,
  caller: Caller,
  change: (transaction: Db, actor: Admin) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'accounts')
    const actor = await findAdmin(transaction, caller.id)
    if (!actor || !(await isSessionOpen(transaction, caller.sessionId))) throw unauthenticated()
    return change(transaction, actor)
  })
}

/** As `changeAccounts`, for others' accounts. Throws forbidden() without the section Admin. */
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

/** Throws forbidden() if the actor may not change this account. */
export function assertMayManage(actor: Admin, target: Admin): void {
  if (!mayManage(actor, target)) throw forbidden(MORE_RIGHTS)
}

/** Throws forbidden() if the account would get rights that the caller lacks. */
export function assertMayGrant(actor: Admin, { role, sections }: Pick<Admin, 'role' | 'sections'>): void {
  if (role === 'superadmin' && !mayMakeSuperadmin(actor)) throw forbidden(NOT_SUPERADMIN)
  if (!sections.every((key) => mayGrant(actor, key))) throw forbidden(NOT_HELD)
}

/**
 * Throws 409 if another account has this name or a name that looks the same. Only new names are
 * checked: existing names that look the same stay.
 */
export async function assertUsernameIsFree(transaction: Db, username: string, exceptId?: string): Promise<void> {
  if (await isUsernameTaken(transaction, username, exceptId)) throw taken(TAKEN)
  const skeletonOf = await loadSkeleton()
  const others = await listUsernames(transaction, exceptId)
  if (others.some((other) => looksAlike(skeletonOf, username, other))) throw taken(LOOKS_TAKEN)
}

function taken(sentence: LocalisedText): HttpError {
  return new HttpError(409, 'taken', sentence, { fields: { username: sentence } })
}

export function noSuchAdmin(): HttpError {
  return notFound(localised('There is no such admin.'))
}
