import { derivedDonationColumns } from '@sevadesk/server/db/donation-columns.ts'
import { donationSet } from '../other-backend/donation-set.ts'
import { paiseOf, textOf } from './donation-figures.ts'
import type { Sql } from './sql.ts'

const DAY_MS = 86_400_000
const IST_AHEAD_MS = 330 * 60_000

/** The midnight in IST that began the day of `moment`. In milliseconds since 1970. */
const midnightOf = (moment: number) => Math.floor((moment + IST_AHEAD_MS) / DAY_MS) * DAY_MS - IST_AHEAD_MS

/** Midnight of 1 April 2026, the last day around which `donationSet` dates its records. */
const SET_DAY = midnightOf(Date.parse('2026-04-01T06:00:00.000Z'))

/**
 * Copies the other backend's donations into our database. Shifts their dates by whole days, so that
 * those dated 1 April 2026 fall on today. Returns the current time.
 */
export async function seedManyDonations(sql: Sql): Promise<number> {
  const now = Date.now()
  const [existing] = await sql.all("select count(*) as number from donations where payment_id like 'many_%'")
  if (Number(existing?.number) > 0) return now
  const moved = midnightOf(now) - SET_DAY
  for (const [index, donation] of donationSet().entries()) {
    const fields = donation as unknown as Record<string, unknown>
    const moment = Date.parse(textOf(fields.createdAt))
    if (Number.isNaN(moment)) continue
    await insertDonation(sql, {
      id: donation._id,
      donor_name: textOrNull(fields.donorName),
      donor_email: textOrNull(fields.donorEmail),
      donor_phone: textOrNull(fields.donorPhone),
      amount: paiseOf(fields.amount) ?? 4_200,
      currency: textOf(fields.currency) || 'INR',
      purpose: textOrNull(fields.purpose),
      status: textOrNull(fields.localStatus),
      order_id: `order_${index}`,
      payment_id: `many_${index}`,
      created_at: new Date(moment + moved).toISOString(),
    })
  }
  return now
}

/** Adds a donation without a receipt, with the columns that the server would compute. */
export async function insertDonation(sql: Sql, fields: Record<string, string | number | null>): Promise<void> {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const derived = derivedDonationColumns(
    {
      donor_name: text('donor_name'),
      donor_email: text('donor_email'),
      donor_phone: text('donor_phone'),
      purpose: text('purpose'),
      amount: Number(fields.amount),
      created_at: text('created_at') ?? '',
    },
    'Asia/Kolkata',
  )
  const row = { currency: 'INR', updated_at: fields.created_at ?? null, ...fields, ...derived }
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  await sql.all(`insert into donations (${names.join(', ')}) values (${marks})`, ...Object.values(row))
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null
}
