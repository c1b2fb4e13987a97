import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Keys that the server signs with. In the database, so that all servers and backups share them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await run(db, [
    `create table server_keys (name text primary key, value text not null) ${engineOf(db).strict}`,
    `insert into server_keys (name, value) values ('device-mark', '${key}')`,
  ])
}
