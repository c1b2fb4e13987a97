import { fetchReceipt } from '@sevadesk/contract/donation.ts'
import * as donationSchemas from '@sevadesk/contract/donation-schemas.ts'
import { type BackendClient, type Credential, NoAnswer, type Reply } from './backend-client.ts'
import { isRecord } from './find-differences.ts'
import { type Finding, judgeAnswer } from './judge-answer.ts'

/** As the panel says it: some backends answer 406 to whoever takes JSON alone. */
const ACCEPT = 'application/pdf, application/json;q=0.9'

/** A PDF names itself here at the latest; the panel looks no further. */
const HEAD_LENGTH = 1024

/** Fetches the receipt of the first listed donation that has one, which changes nothing. Undefined where none has. */
export async function lookAtReceipt(
  client: BackendClient,
  credential: Credential,
  donations: unknown,
): Promise<Finding[] | undefined> {
  const token = Array.isArray(donations) ? donations.map(tokenOf).find((each) => each !== undefined) : undefined
  if (token === undefined) return undefined
  const { method, path } = fetchReceipt
  try {
    const address = path.replace(':token', encodeURIComponent(token))
    return judgeReceipt(await client.ask(method, address, { credential, accept: ACCEPT }))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return [finding(error.message)]
  }
}

function judgeReceipt(reply: Reply): Finding[] {
  const isGood = reply.status >= 200 && reply.status <= 299
  if (isGood && reply.text.slice(0, HEAD_LENGTH).includes('%PDF-')) return []
  // As a call that reads: an empty body is no receipt.
  const { findings } = judgeAnswer(donationSchemas.fetchReceipt, 'GET', reply)
  return findings.length > 0 ? findings : [finding('Expected a PDF file, came JSON.')]
}

function finding(text: string): Finding {
  return { text, panel: donationSchemas.fetchReceipt.about.otherwise, isHarmless: false }
}

/** Of a receipt that has not run out: of another the backend may well refuse it. */
function tokenOf(entry: unknown): string | undefined {
  const receipt = isRecord(entry) ? entry.receipt : undefined
  if (isRecord(receipt) && new Date(String(receipt.expiresAt)).getTime() < Date.now()) return undefined
  const token = isRecord(receipt) ? receipt.token : undefined
  return typeof token === 'string' && token !== '' ? token : undefined
}
