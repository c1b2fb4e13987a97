import type { Db } from '../../../db/schema.ts'

const TRUST_MS = 30 * 24 * 60 * 60_000

interface Device {
  adminId: string
  /** The id in the account's device mark of the browser. */
  deviceId: string
}

/** Trusts a browser for 30 days. */
export async function trustDevice(transaction: Db, { adminId, deviceId }: Device, now: Date): Promise<void> {
  const trusted_until = new Date(now.getTime() + TRUST_MS).toISOString()
  await transaction
    .insertInto('trusted_devices')
    .values({ admin_id: adminId, device_id: deviceId, trusted_until })
    .onConflict((row) => row.columns(['admin_id', 'device_id']).doUpdateSet({ trusted_until }))
    .execute()
}

export async function isDeviceTrusted(db: Db, { adminId, deviceId }: Device, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('admin_id', '=', adminId)
    .where('device_id', '=', deviceId)
    .where('trusted_until', '>', now.toISOString())
    // Trust that ends later was given by a clock that was ahead.
    .where('trusted_until', '<=', new Date(now.getTime() + TRUST_MS).toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the trust of the browser that opened a session of the account. Returns whether it had any. */
export async function endTrustOfSession(db: Db, adminId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_devices')
    .where('admin_id', '=', adminId)
    .where('device_id', '=', (sessions) =>
      sessions.selectFrom('sessions').select('device_id').where('id', '=', sessionId).where('admin_id', '=', adminId),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function endTrustOfAccount(transaction: Db, adminId: string): Promise<void> {
  await transaction.deleteFrom('trusted_devices').where('admin_id', '=', adminId).execute()
}

/** Returns the key that signs device marks. */
export async function findDeviceMarkKey(db: Db): Promise<string> {
  const query = db.selectFrom('server_keys').select('value').where('name', '=', 'device-mark')
  return (await query.executeTakeFirstOrThrow()).value
}
