import { derivedDonationColumns } from '@sevadesk/server/resources/donations/donation-columns.ts'

type Value = string | number | null
type Fields = Record<string, Value>

/** The computed columns that a row written by SQL needs, as the server writes them. */
export function withDerivedColumns(row: Fields): Fields {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const source = {
    donor_name: text('donor_name'),
    donor_email: text('donor_email'),
    donor_phone: text('donor_phone'),
    purpose: text('purpose'),
    amount: Number(row.amount),
    created_at: text('created_at') ?? '',
  }
  return { ...row, ...derivedDonationColumns(source, 'Asia/Kolkata') }
}
