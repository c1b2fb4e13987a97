/** A donation as the dashboard shows it; what a backend leaves out is empty. */
export interface Donation {
  id: string
  /** Paise, or `undefined` if the record has no number. */
  amount: number | undefined
  currency: string | undefined
  donorName: string
  donorEmail: string
  donorPhone: string
  createdAt: unknown
}

export function readDonation(fields: Record<string, unknown>, index: number): Donation {
  return {
    id: text(fields._id) || `without-id-${index}`,
    amount: paise(fields.amount),
    currency: text(fields.currency) || undefined,
    donorName: text(fields.donorName),
    donorEmail: text(fields.donorEmail),
    donorPhone: text(fields.donorPhone),
    createdAt: fields.createdAt,
  }
}

/** The sum in paise; a record without an amount adds nothing. */
export function totalAmount(donations: readonly Donation[]): number {
  return donations.reduce((sum, { amount = 0 }) => sum + amount, 0)
}

/** The newest `count`, newest first, ties by id. */
export function latestDonations(donations: readonly Donation[], count: number): Donation[] {
  return donations
    .map((donation) => ({ donation, time: timeOf(donation.createdAt) }))
    .sort((a, b) => b.time - a.time || (a.donation.id < b.donation.id ? 1 : -1))
    .slice(0, count)
    .map(({ donation }) => donation)
}

function paise(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined
}

function timeOf(createdAt: unknown): number {
  const time =
    typeof createdAt === 'string' || typeof createdAt === 'number' ? new Date(createdAt).getTime() : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}
