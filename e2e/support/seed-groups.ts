import { insertDonation } from './seed-donations.ts'
import type { Sql } from './sql.ts'

const PURPOSE = '5'.repeat(24)

/**
 * Replaces all donations with three: cash of the last day of March 2026, a payment that was ordered
 * on that day and captured in April, and one without purpose.
 */
export async function seedGroups(sql: Sql): Promise<void> {
  await sql.all('delete from offline_gifts')
  await sql.all('delete from donations')
  await sql.all('delete from purposes')
  await sql.all(
    `insert into purposes (id, name_en, name_hi, position, donation_type, created_at)
      values (?, 'Cow shelter', 'गौशाला', 1, 'general', '2026-01-01T00:00:00.000Z')`,
    PURPOSE,
  )
  const cash = '6'.repeat(24)
  const gift = { status: 'captured', purpose_id: PURPOSE }
  const noon = '2026-03-31T06:30:00.000Z'
  await insertDonation(sql, {
    ...{ ...gift, id: cash, donor_name: 'नकद दाता', amount: 1_00_000_00, payment_method: 'cash', created_at: noon },
    ...{ donor_pan: 'ABCPE1234F', donor_address: 'गाँव १, "पुणे"\nमहाराष्ट्र', captured_at: noon },
  })
  await sql.all(
    `insert into offline_gifts (donation_id, mode, received_on, entered_at, entered_by, entered_by_id, donation_type,
        direction_letter, approval, instrument_number, bank, reference, bounce_reason, item, quantity, counted_by,
        collected_by, book_number, leaf_number, note)
      values (?, 'cash', '2026-03-31', '2026-04-02T04:00:00.000Z', 'office', 'x', 'general',
        '', '', '', '', '', '', '', '', '', 'रमेश', '0007', '12', '=1+1')`,
    cash,
  )
  await insertDonation(sql, {
    ...{ ...gift, id: '7'.repeat(24), donor_name: 'Late capture', amount: 1, payment_method: 'upi' },
    ...{ order_id: 'order_7', payment_id: 'pay_7', created_at: '2026-03-31T18:29:59.000Z' },
    captured_at: '2026-03-31T18:30:00.000Z',
  })
  await insertDonation(sql, {
    ...{ id: '8'.repeat(24), donor_name: 'Nobody in particular', amount: 500_00, status: 'captured' },
    ...{ order_id: 'order_8', payment_id: 'pay_8', payment_method: 'card', created_at: '2026-05-01T06:30:00.000Z' },
  })
}
