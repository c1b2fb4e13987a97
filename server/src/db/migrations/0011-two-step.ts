import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Two-step sign-in: secrets, recovery codes, tickets between the two calls, trusted devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict } = engineOf(db)
  const account = 'text not null references admins (id) on delete cascade'
  await run(db, [
    `create table second_steps (
      admin_id text primary key references admins (id) on delete cascade,
      secret text,
      pending_secret text,
      turned_on_at text,
      last_time_step integer
    ) ${strict}`,
    `create table recovery_codes (
      admin_id ${account},
      code_hash text not null,
      primary key (admin_id, code_hash)
    ) ${strict}`,
    `create table login_tickets (
      ticket_hash text primary key,
      admin_id ${account},
      password_hash text not null,
      tries integer not null,
      expires_at text not null
    ) ${strict}`,
    'create index login_tickets_by_time on login_tickets (expires_at)',
    `create table trusted_devices (
      admin_id ${account},
      device_id text not null,
      trusted_until text not null,
      primary key (admin_id, device_id)
    ) ${strict}`,
    'alter table sessions add column device_id text',
    'alter table sessions add column code_at text',
  ])
}
