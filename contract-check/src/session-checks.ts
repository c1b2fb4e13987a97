import { getCurrentAdmin } from '@sevadesk/contract/accounts/admin.ts'
import { deleteSession, listSessions, revokeSession } from '@sevadesk/contract/accounts/session.ts'
import * as sessionSchemas from '@sevadesk/contract/accounts/session-schemas.ts'
import type { BackendClient, Credential } from './backend-client.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Finding, type Report } from './finding.ts'
import { type Account, preferToken, signIn } from './sign-in.ts'
import { validateResponse } from './validate-response.ts'

const ENDINGS = [
  { endpoint: revokeSession, schemas: sessionSchemas.revokeSession, staysListed: true },
  { endpoint: deleteSession, schemas: sessionSchemas.deleteSession, staysListed: false },
] as const

/** Tests each call of ENDINGS on a second session. Throws NoResponse and CheckError. */
export async function checkEndingSessions(
  client: BackendClient,
  { account, credential, report }: { account: Account; credential: Credential; report: Report },
): Promise<void> {
  for (const { endpoint, schemas, staysListed } of ENDINGS) {
    const name = `${endpoint.method} ${endpoint.path}, as the new admin`
    const before = (await fetchSessions(client, credential)).map(idOf)
    const second = await signIn(client, account)
    const id = (await fetchSessions(client, credential)).map(idOf).find((each) => each && !before.includes(each))
    if (id === undefined) {
      report(name, [difference('The second session is not in the list or has no sessionId.')])
      continue
    }
    const path = endpoint.path.replace(':sessionId', encodeURIComponent(id))
    const response = await client.call(endpoint.method, path, { credential: preferToken(credential) })
    const { findings } = validateResponse(schemas, endpoint.method, response)
    if (findings.length > 0) {
      report(name, findings)
      continue
    }
    const { status } = await client.call('GET', getCurrentAdmin.path, { credential: preferToken(second.credential) })
    const entry = (await fetchSessions(client, credential)).find((each) => idOf(each) === id)
    report(name, [
      ...(status === 401 ? [] : [difference(`The ended session is still accepted (${status}).`)]),
      ...checkEntry(entry, staysListed),
    ])
  }
}

function checkEntry(entry: Record<string, unknown> | undefined, staysListed: boolean): Finding[] {
  if (!staysListed) return entry ? [difference('The session is still in the list.')] : []
  if (!entry) return [difference('The session is no longer in the list.')]
  const isInactive = [false, 0, 'false', '0', 'no', 'inactive'].some((value) => value === entry.isActive)
  return isInactive ? [] : [difference('The session is still active in the list.')]
}

async function fetchSessions(client: BackendClient, credential: Credential): Promise<Record<string, unknown>[]> {
  const response = await client.call(listSessions.method, listSessions.path, { credential: preferToken(credential) })
  const { data } = validateResponse(sessionSchemas.listSessions, listSessions.method, response)
  return Array.isArray(data) ? data.filter(isRecord) : []
}

function idOf({ sessionId, _id }: Record<string, unknown>): string | undefined {
  const id = sessionId ?? _id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
