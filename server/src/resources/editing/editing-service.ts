import { mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { isId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { forbidden } from '../../errors.ts'
import { noSuchAdmin } from '../accounts/admin-service.ts'
import { findAdmin } from '../accounts/admin-store.ts'

/** Throws notFound(), and forbidden() if the caller may not change the account. */
export async function assertMayEditAdmin(db: Db, callerId: string, id: string): Promise<void> {
  if (id === callerId) return
  if (!isId(id)) throw noSuchAdmin()
  const [caller, target] = [await findAdmin(db, callerId), await findAdmin(db, id)]
  if (!target) throw noSuchAdmin()
  if (!caller || !mayManage(caller, target)) throw forbidden()
}
