import { getCurrentAdmin } from '@sevadesk/contract/admin.ts'
import * as adminSchemas from '@sevadesk/contract/admin-schemas.ts'
import { deleteDonation, exportDonations, fetchReceipt, restoreDonation } from '@sevadesk/contract/donation.ts'
import { deleteMessage } from '@sevadesk/contract/message.ts'
import type { BackendClient } from './backend-client.ts'
import { CONTRACT_CALLS, type ContractCall } from './contract-call-list.ts'
import { isRecord } from './find-differences.ts'
import { judgeAnswer } from './judge-answer.ts'

interface Watched {
  client: BackendClient
  /** The calls that the panel makes of this backend and that were not made here: `DELETE /donate/:id (it could not be undone)`. */
  untried(kinds: { isWriting: boolean }): string[]
}

/** A client that remembers which calls of the contract it made, so that what was not tried can be named. */
export function watchCalls(client: BackendClient): Watched {
  const made = new Set<ContractCall>()
  let capabilities: readonly unknown[] = []
  const isAsked = ({ schemas: { about } }: ContractCall) =>
    about.beyond === undefined && (about.capability === undefined || capabilities.includes(about.capability))
  return {
    client: {
      ...client,
      async ask(method, path, asked) {
        const call = callAt(method, path)
        if (call) made.add(call)
        const reply = await client.ask(method, path, asked)
        if (path === getCurrentAdmin.path) {
          const { data } = judgeAnswer(adminSchemas.getCurrentAdmin, method, reply)
          if (isRecord(data) && Array.isArray(data.capabilities)) capabilities = data.capabilities
        }
        return reply
      },
    },
    untried: ({ isWriting }) =>
      CONTRACT_CALLS.filter((call) => !made.has(call) && isAsked(call) && (isWriting || isReading(call))).map(nameOf),
  }
}

/** The one of exactly this address before one with a parameter in its place. */
function callAt(method: string, path: string): ContractCall | undefined {
  const alike = CONTRACT_CALLS.filter(({ endpoint }) => endpoint.method === method)
  return (
    alike.find(({ endpoint }) => endpoint.path === path) ??
    alike.find(({ endpoint }) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
  )
}

/** The receipt's call is a POST that changes nothing. */
function isReading({ endpoint: { method, path } }: ContractCall): boolean {
  return method === 'GET' || path === fetchReceipt.path
}

function nameOf({ endpoint }: ContractCall): string {
  const why = WHY_NOT.find(([each]) => each.method === endpoint.method && each.path === endpoint.path)?.[1]
  return `${endpoint.method} ${endpoint.path} (${why ?? 'what comes before it did not do'})`
}

const WHY_NOT = [
  [deleteDonation, 'it could not be undone'],
  [deleteMessage, 'it could not be undone'],
  [restoreDonation, 'nothing was deleted that it could give back'],
  [exportDonations, 'it may be large'],
  [fetchReceipt, 'no donation was listed that has a receipt'],
] as const
