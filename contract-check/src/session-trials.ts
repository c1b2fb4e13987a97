import { getCurrentAdmin } from '@sevadesk/contract/admin.ts'
import { deleteSession, listSessions, revokeSession } from '@sevadesk/contract/session.ts'
import * as sessionSchemas from '@sevadesk/contract/session-schemas.ts'
import type { BackendClient, Credential } from './backend-client.ts'
import { type Account, signIn, working } from './contract-session.ts'
import { isRecord } from './find-differences.ts'
import { type Finding, judgeAnswer } from './judge-answer.ts'
import type { Tell } from './reading-calls.ts'

const TRIALS = [
  { endpoint: revokeSession, schemas: sessionSchemas.revokeSession, staysListed: true },
  { endpoint: deleteSession, schemas: sessionSchemas.deleteSession, staysListed: false },
] as const

/**
 * Opens a second session of the account and ends it, once by each of the two calls. `credential` is the first one, which stays. Throws
 * NoAnswer, and CheckError where the account cannot sign in.
 */
export async function tryEndingSessions(
  client: BackendClient,
  { account, credential, tell }: { account: Account; credential: Credential; tell: Tell },
): Promise<void> {
  for (const { endpoint, schemas, staysListed } of TRIALS) {
    const name = `${endpoint.method} ${endpoint.path}, as the new admin`
    const before = (await sessionsOf(client, credential)).map(idOf)
    const second = await signIn(client, account)
    const id = (await sessionsOf(client, credential)).map(idOf).find((each) => each && !before.includes(each))
    if (id === undefined) {
      tell(name, [finding('The second session is not in the list, or has no sessionId.', 'Nobody can end it.')])
      continue
    }
    const path = endpoint.path.replace(':sessionId', encodeURIComponent(id))
    const reply = await client.ask(endpoint.method, path, { credential: working(credential) })
    const { findings } = judgeAnswer(schemas, endpoint.method, reply)
    if (findings.length > 0) {
      tell(name, findings)
      continue
    }
    const { status } = await client.ask('GET', getCurrentAdmin.path, { credential: working(second.credential) })
    const entry = (await sessionsOf(client, credential)).find((each) => idOf(each) === id)
    tell(name, [
      ...(status === 401 ? [] : [finding(`The ended session still answers (${status}).`, STILL_IN)]),
      ...listFindings(entry, staysListed),
    ])
  }
}

const STILL_IN = 'It is shown as ended, but whoever sits at the other device goes on working.'

function listFindings(entry: Record<string, unknown> | undefined, staysListed: boolean): Finding[] {
  if (!staysListed)
    return entry ? [finding('The session is still in the list.', 'It comes back on the next look at the list.')] : []
  if (!entry) return [finding('The session is not in the list any more.', 'It is gone where it should be inactive.')]
  const isEnded = [false, 0, 'false', '0', 'no', 'inactive'].some((word) => word === entry.isActive)
  return isEnded ? [] : [finding('The session is still active in the list.', 'It looks as if it had not been ended.')]
}

async function sessionsOf(client: BackendClient, credential: Credential): Promise<Record<string, unknown>[]> {
  const reply = await client.ask(listSessions.method, listSessions.path, { credential: working(credential) })
  const { data } = judgeAnswer(sessionSchemas.listSessions, listSessions.method, reply)
  return Array.isArray(data) ? data.filter(isRecord) : []
}

function idOf({ sessionId, _id }: Record<string, unknown>): string | undefined {
  const id = sessionId ?? _id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function finding(text: string, panel: string): Finding {
  return { text, panel, isHarmless: false }
}
