import { randomBytes } from 'node:crypto'
import { insertDonation } from './seed-donations.ts'
import type { Sql } from './sql.ts'
import { CREDENTIALS } from './test-server.ts'

const newId = () => randomBytes(12).toString('hex')

/** Donations of every status, some with missing fields. */
const DONATIONS: [name: string | null, email: string | null, phone: string | null, paise: number, status: string][] = [
  ['Lakshmi Iyer', 'lakshmi@example.org', '+919812345678', 510000, 'captured'],
  ['Harish Rao', null, null, 1100, 'authorized'],
  ['Pending Person', 'pending@example.org', null, 7700000, 'pending'],
  ['<b>Bold</b> & Sons', 'bold@example.org', null, 12345678, 'captured'],
  [null, null, '9876543210', 25050, 'captured'],
  ['Failed Person', null, null, 9900000, 'failed'],
  ['Joseph Mathew', 'joseph@example.org', null, 100, 'authorized'],
  [null, 'quiet@example.org', null, 999900, 'captured'],
  ['Refunded Person', null, null, 8800000, 'refunded'],
  ['Meera Joshi', 'meera@example.org', '+919800000001', 10000000, 'captured'],
  ['Created Person', null, null, 6600000, 'created'],
]

/** Fills a new database that holds only the first admin. */
export async function seedData(sql: Sql): Promise<void> {
  await seedDashboard(sql)
  await seedAdmin(sql, 'ramesh', ['Gallery'], CREDENTIALS.username)
  await seedAdmin(sql, 'farida', ['All'], CREDENTIALS.username)
}

/**
 * Tables that tests write, each before the tables that it references. `pictures` is before
 * `pending_files`, as in the job for smaller versions: that may still run, and on PostgreSQL two
 * transactions that lock in different order end in a deadlock.
 */
const TABLES = [
  ...['jobs', 'pictures', 'pending_files', 'photos', 'events', 'home_videos', 'messages'],
  ...['trashed_files', 'trash'],
  ...['idempotency_keys', 'rate_limit_attempts', 'sessions', 'payment_events', 'uncaptured_payments', 'held_payments'],
  'open_orders',
  ...['offline_gifts', 'donations', 'purpose_mappings', 'purposes', 'institutions'],
  ...['donor_certificates', 'donor_duplicates', 'donor_merges', 'donor_members', 'donor_contacts', 'donors'],
]

/** Restores the seed data in one transaction. Fails once a receipt exists. */
export async function resetData(sql: Sql): Promise<void> {
  await sql.all('begin')
  try {
    for (const table of TABLES) await sql.all(`delete from ${table}`)
    await sql.all('delete from admins where username <> ?', CREDENTIALS.username)
    await sql.all('update admins set must_change_password = 0, language = null')
    await seedData(sql)
    await sql.all('commit')
  } catch (error) {
    await sql.all('rollback')
    throw error
  }
}

async function seedDashboard(sql: Sql): Promise<void> {
  const day = (index: number) => new Date(Date.UTC(2026, 5, 1 + index, 6, 30)).toISOString()
  for (const [index, [name, email, phone, paise, status]] of DONATIONS.entries()) {
    await addDonation(sql, { name, email, phone, paise, status, at: day(index), deletedAt: null })
  }
  const deleted = { name: 'Deleted Person', email: null, phone: null, paise: 5500000, status: 'captured' }
  await addDonation(sql, { ...deleted, at: day(20), deletedAt: day(21) })
  for (const title of ['Gopashtami', 'Eye camp', 'Sports day']) {
    await sql.all(
      'insert into events (id, title, description, created_at) values (?, ?, ?, ?)',
      newId(),
      title,
      `${title} at the trust`,
      day(0),
    )
  }
}

interface SeedDonation {
  name: string | null
  email: string | null
  phone: string | null
  paise: number
  status: string
  at: string
  deletedAt: string | null
}

async function addDonation(sql: Sql, { name, email, phone, paise, status, at, deletedAt }: SeedDonation) {
  await insertDonation(sql, {
    id: newId(),
    donor_name: name,
    donor_email: email,
    donor_phone: phone,
    amount: paise,
    purpose: 'Cow feed',
    status,
    created_at: at,
    deleted_at: deletedAt,
  })
}

/** Adds an admin with the password of the admin whose username is `like`. */
export async function seedAdmin(sql: Sql, username: string, sections: string[], like: string): Promise<void> {
  await sql.all(
    `insert into admins (id, username, username_key, email, role, sections, password_hash, created_at, updated_at)
     select ?, ?, ?, ?, 'admin', ?, password_hash, created_at, updated_at from admins where username = ?`,
    newId(),
    username,
    username,
    `${username}@seva.example`,
    JSON.stringify(sections),
    like,
  )
}
