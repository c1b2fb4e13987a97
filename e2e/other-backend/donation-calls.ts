import type { Donation, Memory } from './memory.ts'
import { receiptPdf } from './receipt-pdf.ts'
import type { Answer } from './reply.ts'

const SUCCESSFUL = ['authorized', 'captured']

/** GET /donate: only `data`, with all donations. */
export function listDonations({ donations }: Memory): Answer {
  return { body: { data: donations } }
}

/** GET /donate/successful: `success` and `data`. */
export function listSuccessful({ donations }: Memory): Answer {
  const isSuccessful = ({ localStatus }: Donation) => SUCCESSFUL.includes(String(localStatus).toLowerCase())
  return { body: { success: true, data: donations.filter(isSuccessful) } }
}

/** DELETE /donate/{id}: deletes permanently; the response is empty. */
export function deleteDonation(memory: Memory, id: string): Answer {
  const donation = memory.donations.find(({ _id }) => _id === id)
  if (!donation) return { status: 404, body: { success: false, message: 'Donation not found' } }
  memory.donations = memory.donations.filter((other) => other !== donation)
  return { status: 204, body: Buffer.alloc(0) }
}

/**
 * POST /donate/receipt/{token}: the file, or a refusal with status 200, as on some backends.
 */
export function receipt({ donations }: Memory, token: string): Answer {
  const donation = donations.find((candidate) => candidate.receipt?.token === token)
  if (!donation) return { body: { success: false, message: 'Receipt link is not valid' } }
  const lines = ['Receipt', String(donation.donorName ?? 'Anonymous'), String(donation.amount ?? '')]
  return { headers: { 'content-type': 'application/octet-stream' }, body: receiptPdf(lines) }
}
