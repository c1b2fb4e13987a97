import { derivedDonationColumns } from '@sevadesk/server/db/donation-columns.ts'

type Value = string | number | null
type Fields = Record<string, Value>

/** Adds the computed columns to a row for insertion by SQL, as the server would. */
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
