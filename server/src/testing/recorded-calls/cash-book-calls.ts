import type { Db } from '../../db/schema.ts'
import { buildBookedGift } from '../gifts/offline-gift-factories.ts'

const DAY = '2026-11-20'

/** A call that succeeds for each route that changes cash books or deposits. */
export function cashBookCalls(openDb: () => Db) {
  const deposit = async () => {
    const { donation_id, amount } = await buildBookedGift(openDb(), { received_on: DAY })
    const payload = { giftIds: [donation_id], amount, depositedOn: DAY, bankAccount: 'State Bank' }
    return { method: 'POST' as const, url: '/api/deposit-slips', payload }
  }
  return {
    'POST /api/cash-book/:day/close': async () => {
      await buildBookedGift(openDb(), { received_on: DAY })
      return { method: 'POST' as const, url: `/api/cash-book/${DAY}/close` }
    },
    'POST /api/deposit-slips': deposit,
    'POST /api/deposit-slips/:id/cancel': async () => {
      const id = '5'.repeat(24)
      const by = { created_at: `${DAY}T10:00:00.000Z`, created_by: 'meera', created_by_id: 'm'.repeat(24) }
      const slip = { id, deposited_on: DAY, slip_number: '', bank_account: 'State Bank', amount: 500_00 }
      await openDb()
        .insertInto('deposit_slips')
        .values({ ...slip, ...by, cancelled_at: null })
        .execute()
      return { method: 'POST' as const, url: `/api/deposit-slips/${id}/cancel` }
    },
  }
}
