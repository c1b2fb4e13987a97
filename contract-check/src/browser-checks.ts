import { getCurrentAdmin } from '@sevadesk/contract/accounts/admin.ts'
import { deleteEvent, updateEvent } from '@sevadesk/contract/content/event.ts'
import type { BackendClient, BackendResponse, CallOptions, Credential } from './backend-client.ts'
import { NoResponse } from './errors.ts'
import { difference, type Finding, type Report } from './finding.ts'
import { foreignOrigin } from './panel-origin.ts'
import { preferToken } from './sign-in.ts'

const ME = getCurrentAdmin.path

/** Checks the 401 without a session and, if panel and backend have different origins, CORS. */
export async function checkBrowserRules(
  client: BackendClient,
  credential: Credential,
  { report, stop }: { report: Report; stop: AbortSignal },
): Promise<void> {
  const checkAnonymous = (response: BackendResponse) => [...checkUnauthorised(response), ...checkCors(client, response)]
  report(`GET ${ME}, without a session`, await check(client, checkAnonymous))
  const origin = foreignOrigin(client)
  if (origin === undefined || stop.aborted) return
  const options = { credential: preferToken(credential) }
  report(`GET ${ME}, from ${origin}`, await check(client, (response) => checkCors(client, response), { options }))
  for (const { method, path } of [updateEvent, deleteEvent]) {
    if (stop.aborted) return
    const samplePath = path.replace(/:\w+/, 'contract-check')
    const headers = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    }
    report(
      `OPTIONS ${samplePath}, before a ${method}`,
      await check(client, (response) => checkPreflight(client, response, method), {
        method: 'OPTIONS',
        path: samplePath,
        options: { headers },
      }),
    )
  }
}

/** Checks that the backend rejects both the cookie and the token after the logout. */
export async function checkSignedOut(
  client: BackendClient,
  { token, cookie }: Credential,
  report: Report,
): Promise<void> {
  for (const [name, credential] of [
    ['by the cookie', cookie && { cookie }],
    ['by the token', token && { token }],
  ] as const) {
    if (!credential) continue
    report(`GET ${ME}, ${name}, after the logout`, await check(client, checkUnauthorised, { options: { credential } }))
  }
}

async function check(
  client: BackendClient,
  validate: (response: BackendResponse) => Finding[],
  { method = 'GET', path = ME, options = {} }: { method?: string; path?: string; options?: CallOptions } = {},
): Promise<Finding[]> {
  try {
    return validate(await client.call(method, path, options))
  } catch (error) {
    if (error instanceof NoResponse) return [difference(error.message)]
    throw error
  }
}

function checkUnauthorised({ status }: BackendResponse): Finding[] {
  return status === 401 ? [] : [difference(`Expected the status 401, received ${status}.`)]
}

/** For requests with credentials, browsers do not accept `*`. */
function checkCors(client: BackendClient, { headers }: BackendResponse): Finding[] {
  const origin = foreignOrigin(client)
  if (origin === undefined) return []
  const expected = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = headers.get(name)
    return actual === value ? [] : [difference(`${name}: expected ${value}, received ${actual ?? 'nothing'}.`)]
  })
}

function checkPreflight(client: BackendClient, response: BackendResponse, method: string): Finding[] {
  const { status, headers } = response
  const isSuccess = status >= 200 && status <= 299
  const expected = [
    ['Access-Control-Allow-Methods', method],
    ['Access-Control-Allow-Headers', 'Content-Type'],
    ['Access-Control-Allow-Headers', 'Authorization'],
  ] as const
  const missing = expected.filter(([name, value]) => !isListed(headers, name, value))
  return [
    ...(isSuccess ? [] : [difference(`Expected a status from 200 to 299, received ${status}.`)]),
    ...checkCors(client, response),
    ...missing.map(([name, value]) =>
      difference(`${name}: ${value} is missing, received ${headers.get(name) ?? 'nothing'}.`),
    ),
  ]
}

/** Methods are case-sensitive, header names are not. */
function isListed(headers: Headers, name: string, value: string): boolean {
  const values = (headers.get(name) ?? '').split(',').map((each) => each.trim())
  if (name === 'Access-Control-Allow-Methods') return values.includes(value)
  return values.some((each) => each.toLowerCase() === value.toLowerCase())
}
