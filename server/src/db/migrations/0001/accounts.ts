import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  const { strict } = engineOf(db)
  await run(db, [
    `create table admins (
      id text primary key,
      username text not null,
      username_key text not null unique,
      email text not null,
      role text not null check (role in ('admin', 'superadmin')),
      sections text not null,
      password_hash text not null,
      must_change_password integer not null default 0 check (must_change_password in (0, 1)),
      created_at text not null,
      updated_at text not null
    ) ${strict}`,

    `create table sessions (
      id text primary key,
      token_hash text not null unique,
      admin_id text not null references admins (id) on delete cascade,
      user_agent text not null,
      ip text not null,
      created_at text not null,
      last_seen_at text not null,
      expires_at text not null,
      revoked_at text
    ) ${strict}`,
    'create index sessions_by_admin on sessions (admin_id)',

    `create table rate_limit_attempts (
      attempt_id text not null,
      key text not null,
      expires_at text not null,
      primary key (attempt_id, key)
    ) ${strict}`,
    'create index rate_limit_attempts_by_key on rate_limit_attempts (key, expires_at)',
    'create index rate_limit_attempts_by_time on rate_limit_attempts (expires_at)',
  ])
}
