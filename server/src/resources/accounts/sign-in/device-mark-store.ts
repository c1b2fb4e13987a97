import type { Db } from '../../../db/schema.ts'

/** Returns the key that signs device marks. */
export async function findDeviceMarkKey(db: Db): Promise<string> {
  const query = db.selectFrom('server_keys').select('value').where('name', '=', 'device-mark')
  return (await query.executeTakeFirstOrThrow()).value
}
