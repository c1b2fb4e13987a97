import type { Accounts } from './accounts.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import type { IdPool } from './id-pool.ts'
import type { FuzzRequest } from './requests.ts'

const HELD = /^(\/api\/donate\/)real-id-(\d+)-here(\/held\/)real-id-\d+-here/

/** Returns a function that puts real ids, codes and proofs in the place of their marks. */
export function markReplacer(target: FuzzTarget, accounts: Accounts, ids: IdPool) {
  return (text: string, { path, caller }: FuzzRequest): string =>
    text
      .replace(HELD, (mark, start, choice, middle) => {
        const held = target.heldPayments[Number(choice) % target.heldPayments.length]
        return held ? `${start}${held.donationId}${middle}${held.paymentId}` : mark
      })
      .replace(/real-id-\d+-here(?=\/trust$)/, accounts.trustedSession)
      .replace(/real-id-(\d+)-here/g, (_, choice) => ids.choose(path, Number(choice)))
      .replace(/real-(purpose|institution)-(\d+)-here/g, (_, list, choice) =>
        ids.choose(`/api/lists/${list}s`, Number(choice)),
      )
      .replace('all-ids-here', () => ids.all(path).join('","'))
      .replace('ticket-here', accounts.ticket)
      .replace('code-here', () => accounts.codeFor(path, caller))
      .replace(/proof-(\w+)-here/g, (_, field) => target.proof[field] ?? '')
}
