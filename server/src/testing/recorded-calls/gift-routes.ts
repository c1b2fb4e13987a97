import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { CASH, CHEQUE } from '../gifts/gift-calls.ts'

/** A call that succeeds for each route that changes gifts by hand. `idOf` makes a call, and returns the id. */
export function giftRoutes(idOf: (call: { method: 'POST' | 'PUT'; url: string; payload: object }) => Promise<string>) {
  const today = zonedDate(Date.now(), 'Asia/Kolkata')
  const add = {
    method: 'POST',
    url: '/api/gifts',
    payload: { ...CHEQUE, receivedOn: today, instrumentDate: today },
  } as const
  return {
    'POST /api/gifts': () => add,
    'PUT /api/gifts/:id': async () => {
      const url = `/api/gifts/${await idOf(add)}`
      return { method: 'PUT' as const, url, payload: { amount: 200_00 } }
    },
    'POST /api/gifts/:id/receipt': async () => {
      const donorId = await idOf({ method: 'POST', url: '/api/donors', payload: { name: 'Asha Devi' } })
      const gift = { ...CASH, receivedOn: today, donorId }
      const url = `/api/gifts/${await idOf({ method: 'POST', url: '/api/gifts', payload: gift })}/receipt`
      await idOf({ method: 'PUT', url: `/api/donors/${donorId}`, payload: { address: 'Pune' } })
      return { method: 'POST' as const, url, payload: {} }
    },
    'POST /api/gifts/:id/cheque': async () => {
      const url = `/api/gifts/${await idOf(add)}/cheque`
      return { method: 'POST' as const, url, payload: { step: 'cleared', on: today } }
    },
    'POST /api/gifts/:id/cheque/undo': async () => {
      const url = `/api/gifts/${await idOf(add)}/cheque`
      await idOf({ method: 'POST', url, payload: { step: 'cleared', on: today } })
      return { method: 'POST' as const, url: `${url}/undo`, payload: { step: 'cleared' } }
    },
  }
}
