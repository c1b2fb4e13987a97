import { getCurrentAdmin, listAdmins } from '@sevadesk/contract/admin.ts'
import { Admin } from '@sevadesk/contract/admin-schemas.ts'
import { fetchReceipt, listDonations } from '@sevadesk/contract/donation.ts'
import { success } from '@sevadesk/contract/envelope-schemas.ts'
import { GALLERY_NAMES } from '@sevadesk/contract/section.ts'
import { Type } from 'typebox'
import type { Credential } from './backend-client.ts'
import { type BackendClient, NoAnswer } from './backend-client.ts'
import { CONTRACT_CALLS, type ContractCall } from './contract-call-list.ts'
import { working } from './contract-session.ts'
import { isRecord } from './find-differences.ts'
import { type Finding, type Judged, judgeAnswer } from './judge-answer.ts'
import { lookAtMedia } from './media-addresses.ts'
import { lookAtReceipt } from './receipt-call.ts'

/** Says of one call what was found. */
export type Tell = (call: string, findings: readonly Finding[]) => void

/** Makes every call that reads and that the panel may make of this backend, but for the export; nothing else. */
export async function readAll(
  client: BackendClient,
  credential: Credential,
  { tell, stop }: { tell: Tell; stop: AbortSignal },
): Promise<void> {
  const me = await readMe(client, credential, tell)
  const capabilities = isRecord(me) && Array.isArray(me.capabilities) ? me.capabilities : []
  for (const call of readingCalls(capabilities).map((each) => asSeenBy(me, each))) {
    for (const path of pathsOf(call)) {
      if (stop.aborted) return
      const { findings, data } = await read(client, working(credential), call, path)
      tell(`GET ${path}`, [...findings, ...(await lookAtMedia(client, path, data))])
      if (path !== listDonations.path || stop.aborted) continue
      const ofReceipt = await lookAtReceipt(client, working(credential), data)
      if (ofReceipt) tell(`${fetchReceipt.method} ${fetchReceipt.path}`, ofReceipt)
    }
  }
}

/** Who is signed in, by each of the two ways that browsers show it. */
async function readMe(client: BackendClient, { token, cookie }: Credential, tell: Tell): Promise<unknown> {
  const call = CONTRACT_CALLS.find(({ endpoint }) => endpoint.path === getCurrentAdmin.path)
  if (!call) throw new Error('The contract has lost the call that tells who is signed in.')
  let data: unknown
  for (const [how, credential] of [
    ['by the cookie', cookie && { cookie }],
    ['by the token', token && { token }],
  ] as const) {
    if (!credential) continue
    const judged = await read(client, credential, call, getCurrentAdmin.path)
    tell(`GET ${getCurrentAdmin.path}, ${how}`, judged.findings)
    data ??= judged.data
  }
  return data
}

async function read(client: BackendClient, credential: Credential, call: ContractCall, path: string): Promise<Judged> {
  try {
    return judgeAnswer(call.schemas, 'GET', await client.ask('GET', path, { credential }))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const finding = { text: error.message, panel: call.schemas.about.otherwise, isHarmless: false }
    return { findings: [finding], data: undefined }
  }
}

/** Those of the specification, and of ours those that the backend says it has. */
function readingCalls(capabilities: readonly unknown[]): ContractCall[] {
  return CONTRACT_CALLS.filter(({ endpoint: { method, path }, schemas: { about } }) => {
    const isOffered = about.capability === undefined || capabilities.includes(about.capability)
    const isJson = about.answers === undefined
    return method === 'GET' && path !== getCurrentAdmin.path && about.beyond === undefined && isOffered && isJson
  })
}

/** Who may open Admin gets whole accounts; the shorter entry is for those who only count them. */
function asSeenBy(me: unknown, call: ContractCall): ContractCall {
  const sections = isRecord(me) && Array.isArray(me.sections) ? me.sections : []
  const mayOpen = isRecord(me) && (me.role === 'superadmin' || sections.some((key) => key === 'Admin' || key === 'All'))
  if (call.endpoint.path !== listAdmins.path || !mayOpen) return call
  return { ...call, schemas: { ...call.schemas, response: success(Type.Array(Admin)) } }
}

function pathsOf({ endpoint: { path } }: ContractCall): string[] {
  return path.includes(':section') ? GALLERY_NAMES.map((name) => path.replace(':section', name)) : [path]
}
