import { fetchReceipt } from '@sevadesk/contract/donations/donation.ts'
import * as donationSchemas from '@sevadesk/contract/donations/donation-schemas.ts'
import type { BackendClient, Credential } from './backend-client.ts'
import { NoResponse } from './errors.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Finding } from './finding.ts'
import { validateResponse } from './validate-response.ts'

/** The panel's Accept header: some backends return 406 to a client that accepts only JSON. */
const ACCEPT = 'application/pdf, application/json;q=0.9'

/** Fetches the first unexpired receipt of these donations. Returns undefined if there is none. */
export async function checkReceipt(
  client: BackendClient,
  credential: Credential,
  donations: unknown,
): Promise<Finding[] | undefined> {
  const token = Array.isArray(donations) ? donations.map(receiptToken).find((each) => each !== undefined) : undefined
  if (token === undefined) return undefined
  const path = fetchReceipt.path.replace(':token', encodeURIComponent(token))
  try {
    const response = await client.call(fetchReceipt.method, path, { credential, accept: ACCEPT })
    const isSuccess = response.status >= 200 && response.status <= 299
    // The PDF signature may be anywhere in the first 1,024 bytes.
    if (isSuccess && response.text.slice(0, 1024).includes('%PDF-')) return []
    // Validated as a GET: an empty body is accepted for any other method.
    const { findings } = validateResponse(donationSchemas.fetchReceipt, 'GET', response)
    return findings.length > 0 ? findings : [difference('Expected a PDF file, received JSON.')]
  } catch (error) {
    if (error instanceof NoResponse) return [difference(error.message)]
    throw error
  }
}

function receiptToken(entry: unknown): string | undefined {
  const receipt = isRecord(entry) ? entry.receipt : undefined
  if (!isRecord(receipt) || Date.parse(String(receipt.expiresAt)) < Date.now()) return undefined
  return typeof receipt.token === 'string' && receipt.token !== '' ? receipt.token : undefined
}
