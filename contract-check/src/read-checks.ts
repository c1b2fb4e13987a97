import { getCurrentAdmin, listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import { Admin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { GALLERY_NAMES, mayOpen } from '@sevadesk/contract/accounts/section.ts'
import { success } from '@sevadesk/contract/base/envelope-schemas.ts'
import { fetchReceipt, listDonations } from '@sevadesk/contract/donations/donation.ts'
import { getSettings } from '@sevadesk/contract/settings/settings.ts'
import { Type } from 'typebox'
import type { BackendClient, Credential } from './backend-client.ts'
import { CONTRACT_CALLS, type ContractCall, levelOf, schemasOf } from './contract-calls.ts'
import { NoResponse } from './errors.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Report } from './finding.ts'
import { checkMedia } from './media-check.ts'
import { checkReceipt } from './receipt-check.ts'
import { preferToken } from './sign-in.ts'
import { type Validated, validateResponse } from './validate-response.ts'

/** Makes and checks every reading call that the panel may make, except the export. */
export async function checkReads(
  client: BackendClient,
  credential: Credential,
  { report, stop }: { report: Report; stop: AbortSignal },
): Promise<void> {
  const me = await checkCurrentAdmin(client, credential, report)
  const level = levelOf(me)
  const firstIds = new Map<string, string>()
  for (const call of readingCalls(level)) {
    for (const path of pathsOf(call, firstIds)) {
      if (stop.aborted) return
      const { findings, data } = await get(client, preferToken(credential), path, schemasFor(me, call))
      report(`GET ${path}`, [...findings, ...(await checkMedia(client, path, data))])
      keepFirstId(firstIds, path, data)
      if (path !== listDonations.path || stop.aborted) continue
      const receiptFindings = await checkReceipt(client, preferToken(credential), data)
      if (receiptFindings) report(`${fetchReceipt.method} ${fetchReceipt.path}`, receiptFindings)
    }
  }
}

/** Browsers send either the cookie or the token, so each must work alone. */
async function checkCurrentAdmin(
  client: BackendClient,
  { token, cookie }: Credential,
  report: Report,
): Promise<unknown> {
  let data: unknown
  for (const [name, credential] of [
    ['by the cookie', cookie && { cookie }],
    ['by the token', token && { token }],
  ] as const) {
    if (!credential) continue
    const validated = await get(client, credential, getCurrentAdmin.path, schemasOf(getCurrentAdmin))
    report(`GET ${getCurrentAdmin.path}, ${name}`, validated.findings)
    data ??= validated.data
  }
  return data
}

async function get(
  client: BackendClient,
  credential: Credential,
  path: string,
  schemas: ContractCall['schemas'],
): Promise<Validated> {
  try {
    return validateResponse(schemas, 'GET', await client.call('GET', path, { credential }))
  } catch (error) {
    if (error instanceof NoResponse) return { findings: [difference(error.message)], data: undefined }
    throw error
  }
}

function readingCalls(level: number): ContractCall[] {
  return CONTRACT_CALLS.filter(({ endpoint: { method, path }, schemas: { about } }) => {
    const isOffered = (about.level ?? 0) <= level
    const isJson = about.contentType === undefined
    return method === 'GET' && path !== getCurrentAdmin.path && about.usedBy === undefined && isOffered && isJson
  })
}

/** For a caller with access to Admin, the list must contain complete accounts. */
function schemasFor(me: unknown, { endpoint, schemas }: ContractCall): ContractCall['schemas'] {
  if (endpoint.path !== listAdmins.path || !isRecord(me)) return schemas
  const sections = Array.isArray(me.sections) ? me.sections.map(String) : []
  const role = me.role === 'superadmin' ? 'superadmin' : 'admin'
  return mayOpen({ role, sections }, 'Admin') ? { ...schemas, response: success(Type.Array(Admin)) } : schemas
}

/** A call about one record asks for the first of its list, and is left out if the list is empty. */
function pathsOf({ endpoint: { path } }: ContractCall, firstIds: ReadonlyMap<string, string>): string[] {
  if (path.includes(':section')) return GALLERY_NAMES.map((name) => path.replace(':section', name))
  const parameter = /:\w+/.exec(path)
  if (!parameter) return [path]
  const id = firstIds.get(path.slice(0, parameter.index - 1))
  return id === undefined ? [] : [path.replace(parameter[0], encodeURIComponent(id))]
}

/** Keeps what a call about one record of the list at `path` needs. */
function keepFirstId(firstIds: Map<string, string>, path: string, data: unknown): void {
  if (path === getSettings.path && isRecord(data)) {
    if (Number(data.version) > 0) firstIds.set(`${path}/versions`, String(data.version))
    return
  }
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  if (isRecord(first) && typeof first._id === 'string') firstIds.set(path, first._id)
}
