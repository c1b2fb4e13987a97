import { getCurrentAdmin } from '@sevadesk/contract/admin.ts'
import { API_BASE_PATH } from '@sevadesk/contract/endpoint.ts'
import { deleteEvent, updateEvent } from '@sevadesk/contract/event.ts'
import { type Asked, type BackendClient, type Credential, NoAnswer, type Reply } from './backend-client.ts'
import { working } from './contract-session.ts'
import type { Finding } from './judge-answer.ts'
import { foreignOrigin } from './panel-place.ts'
import type { Tell } from './reading-calls.ts'

const ME = getCurrentAdmin.path

/** What the panel needs besides the answers: that nobody is nobody, and that the browser shows it what comes from another origin. */
export async function tryFromPanel(
  client: BackendClient,
  credential: Credential,
  { tell, stop }: { tell: Tell; stop: AbortSignal },
): Promise<void> {
  const nobody = (reply: Reply) => [...judgeRefusal(reply), ...judgeSharing(client, reply, HIDDEN_FAILURE)]
  tell(`GET ${ME}, without a session`, await judged(client, nobody))
  const origin = foreignOrigin(client)
  if (origin === undefined || stop.aborted) return
  const shared = (reply: Reply) => judgeSharing(client, reply, HIDDEN_ANSWER)
  tell(`GET ${ME}, from ${origin}`, await judged(client, shared, { asked: { credential: working(credential) } }))
  for (const { method, path } of [updateEvent, deleteEvent]) {
    if (stop.aborted) return
    const at = path.replace(/:\w+/, 'contract-check')
    const headers = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    }
    const allowed = (reply: Reply) => judgePreflight(client, reply, method)
    tell(
      `OPTIONS ${at}, before a ${method}`,
      await judged(client, allowed, { method: 'OPTIONS', at, asked: { headers } }),
    )
  }
}

/** Whether a session is over by each of the two ways in which browsers show it. */
export async function tryAfterLogout(client: BackendClient, { token, cookie }: Credential, tell: Tell): Promise<void> {
  for (const [how, credential] of [
    ['by the cookie', cookie && { cookie }],
    ['by the token', token && { token }],
  ] as const) {
    if (!credential) continue
    const over = (reply: Reply) => judgeRefusal(reply, STILL_IN)
    tell(`GET ${ME}, ${how}, after the logout`, await judged(client, over, { asked: { credential } }))
  }
}

const UNNOTICED =
  'The panel does not notice that a session is over: in place of letting the person sign in again, each screen says that it failed.'
const STILL_IN = 'The panel leads to /login, but whoever has kept the cookie or the token goes on working.'
const HIDDEN_ANSWER = 'The browser keeps every answer from the panel, so that nobody gets past the login.'
const HIDDEN_FAILURE =
  'The browser keeps failures from the panel: it takes them for a lost connection, shows none of their messages, and does not let the person sign in again.'
const UNSENT = 'The browser does not send such calls at all, so nothing can be changed or deleted.'

async function judged(
  client: BackendClient,
  judge: (reply: Reply) => Finding[],
  { method = 'GET', at = ME, asked = {} }: { method?: string; at?: string; asked?: Asked } = {},
): Promise<Finding[]> {
  try {
    return judge(await client.ask(method, at, asked))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return [finding(error.message, UNNOTICED)]
  }
}

function judgeRefusal({ status }: Reply, panel = UNNOTICED): Finding[] {
  return status === 401 ? [] : [finding(`Expected the status 401, came ${status}.`, panel)]
}

/** What a browser asks of an answer to a page of another origin that sent credentials; `*` does not count then. */
function judgeSharing(client: BackendClient, { headers }: Reply, panel: string): Finding[] {
  const origin = foreignOrigin(client)
  if (origin === undefined) return []
  const wanted = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const came = headers.get(name)
    return came === value ? [] : [finding(`${name}: expected ${value}, came ${came ?? 'nothing'}.`, panel)]
  })
}

function judgePreflight(client: BackendClient, reply: Reply, method: string): Finding[] {
  const { status, headers } = reply
  const isGood = status >= 200 && status <= 299
  const refused = isGood
    ? []
    : [finding(`OPTIONS ${API_BASE_PATH}/…: expected a status from 200 to 299, came ${status}.`, UNSENT)]
  const methods = listed(headers, 'Access-Control-Allow-Methods')
  const allowed = listed(headers, 'Access-Control-Allow-Headers').map((name) => name.toLowerCase())
  const unnamed = [
    ...(methods.includes(method) ? [] : [['Access-Control-Allow-Methods', method]]),
    ...['Content-Type', 'Authorization']
      .filter((name) => !allowed.includes(name.toLowerCase()))
      .map((name) => ['Access-Control-Allow-Headers', name]),
  ]
  const missing = unnamed.map(([name = '', value]) =>
    finding(`${name}: ${value} is not named, came ${headers.get(name) ?? 'nothing'}.`, consequenceWithout(value)),
  )
  return [...refused, ...judgeSharing(client, reply, UNSENT), ...missing]
}

function consequenceWithout(name: string | undefined): string {
  return name === 'Authorization' ? 'Safari, iPhones and iPads send no call at all, so nobody can work there.' : UNSENT
}

function listed(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((each) => each.trim())
}

function finding(text: string, panel: string): Finding {
  return { text, panel, isHarmless: false }
}
