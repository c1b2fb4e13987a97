import { randomBytes } from 'node:crypto'
import { updatePassword } from '@sevadesk/contract/admin.ts'
import { revokeOtherSessions } from '@sevadesk/contract/session.ts'
import { type Asked, type BackendClient, type Credential, NoAnswer } from './backend-client.ts'
import { CheckError } from './check-error.ts'
import { CONTRACT_CALLS, type ContractCall } from './contract-call-list.ts'
import { signIn, signOut, working } from './contract-session.ts'
import { isRecord } from './find-differences.ts'
import { type Finding, type Judged, judgeAnswer } from './judge-answer.ts'
import type { Tell } from './reading-calls.ts'
import { tryEndingSessions } from './session-trials.ts'
import { type Change, type Trial, trialsWith } from './trials.ts'

interface WritingParts {
  client: BackendClient
  credential: Credential
  tell: Tell
  /** Aborted when the person wants to stop: what was made is still taken away. */
  stop: AbortSignal
}

/** Makes, changes and deletes one record of each kind. Answers what could not be taken away again, in words. */
export async function tryWrites(parts: WritingParts): Promise<string[]> {
  const left: string[] = []
  const passwords = { first: newPassword(), second: newPassword() }
  for (const trial of trialsWith(passwords.first)) {
    if (parts.stop.aborted) break
    const name = `contract-check-${randomBytes(4).toString('hex')}`
    const course: Course = { isAdded: false, isFound: false }
    try {
      await tryOne(parts, trial, name, { course, passwords })
    } finally {
      left.push(...(await cleanUp(parts, trial, name, course)))
    }
  }
  return left
}

interface Passwords {
  first: string
  second: string
}

/** Of an account that may stay behind, so nobody may know it. With a letter of each kind, a digit and a sign, which backends ask for. */
function newPassword(): string {
  return `Aa1#${randomBytes(12).toString('base64url')}`
}

/** How far a trial came: a record that may be there and that no list shows must be named. */
interface Course {
  /** It was made, or nobody can tell. */
  isAdded: boolean
  /** It once stood in the list, so that its absence means something. */
  isFound: boolean
}

async function tryOne(
  parts: WritingParts,
  trial: Trial,
  name: string,
  { course, passwords }: { course: Course; passwords: Passwords },
): Promise<void> {
  const { stop } = parts
  const { endpoint, path, asked } = await trial.add(name)
  const { findings, isUnanswered } = await send(parts, endpoint, path, asked)
  parts.tell(`${endpoint.method} ${path}`, findings)
  const isMade = isGood(findings)
  course.isAdded = isMade || isUnanswered
  if (!isMade || stop.aborted) return
  const entry = await findNamed(parts, trial, name)
  course.isFound = entry !== undefined
  const id = idOf(entry)
  if (id === undefined) {
    tellOfList(parts, trial, `The ${trial.kind} that was just added is not in the list, or has no _id.`)
    return
  }
  if (trial.kind === 'admin') await workAs(parts, name, passwords)
  if (stop.aborted) return

  const changedName = `${name}-changed`
  if (await make(parts, trial.change(id, changedName))) {
    const changed = await findNamed(parts, trial, changedName)
    if (!changed) tellOfList(parts, trial, `The ${trial.kind} has its old ${trial.nameField} after it was changed.`)
    else if (fileOf(trial, changed) !== fileOf(trial, entry) || (trial.fileField && !fileOf(trial, changed)))
      tellOfList(parts, trial, `The file of the ${trial.kind} did not stay when its text alone was changed.`)
  }
  if (stop.aborted) return
  if ((await make(parts, trial.remove(id))) && (await findNamed(parts, trial, name)))
    tellOfList(parts, trial, `The ${trial.kind} is still in the list after it was deleted.`)
}

/** As the new account itself: the calls that would change the account of whoever runs this. */
async function workAs({ client, tell }: WritingParts, username: string, passwords: Passwords): Promise<void> {
  const { first: oldPassword, second: newPassword } = passwords
  try {
    const { credential } = await signIn(client, { username, password: oldPassword })
    tell('POST /admin/login, as the new admin', [])
    const change = { oldPassword, newPassword, confirmPassword: newPassword }
    const tryIt = async (endpoint: Change['endpoint'], json?: object) => {
      const asked = { credential: working(credential), ...(json && { json }) }
      const reply = await client.ask(endpoint.method, endpoint.path, asked)
      const { findings } = judge({ endpoint, reply })
      tell(`${endpoint.method} ${endpoint.path}, as the new admin`, findings)
      return isGood(findings)
    }
    const password = (await tryIt(updatePassword, change)) ? newPassword : oldPassword
    await tryEndingSessions(client, { account: { username, password }, credential, tell })
    await tryIt(revokeOtherSessions)
    tell('POST /admin/logout, as the new admin', await signOut(client, credential))
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof CheckError)) throw error
    const finding = { text: error.message, panel: 'The new admin cannot work.', isHarmless: false }
    tell('The new admin', [finding])
  }
}

/** Makes one change and tells of it; whether it was carried out. */
async function make(parts: WritingParts, { endpoint, path, asked }: Change): Promise<boolean> {
  const { findings } = await send(parts, endpoint, path, asked)
  parts.tell(`${endpoint.method} ${path}`, findings)
  return isGood(findings)
}

function isGood(findings: readonly Finding[]): boolean {
  return findings.every(({ isHarmless }) => isHarmless)
}

interface Sent extends Judged {
  /** Nothing that the backend says of the call came back, so it may have been carried out. */
  isUnanswered: boolean
}

async function send(
  { client, credential }: WritingParts,
  endpoint: Change['endpoint'],
  path: string,
  asked: Asked = {},
): Promise<Sent> {
  try {
    const reply = await client.ask(endpoint.method, path, { ...asked, credential: working(credential) })
    return { ...judge({ endpoint, reply }), isUnanswered: reply.status >= 500 }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const panel = schemasOf(endpoint).about.otherwise
    return { findings: [{ text: error.message, panel, isHarmless: false }], data: undefined, isUnanswered: true }
  }
}

function judge({
  endpoint,
  reply,
}: {
  endpoint: Change['endpoint']
  reply: Parameters<typeof judgeAnswer>[2]
}): Judged {
  return judgeAnswer(schemasOf(endpoint), endpoint.method, reply)
}

function schemasOf({ method, path }: Change['endpoint']): ContractCall['schemas'] {
  const call = CONTRACT_CALLS.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
  if (!call) throw new Error(`The contract has no ${method} ${path}.`)
  return call.schemas
}

/** The record whose name begins so, since a changed one has a longer name. */
async function findNamed(parts: WritingParts, { list, nameField }: Trial, name: string) {
  const { data } = await send(parts, list.endpoint, list.path)
  const entries: unknown[] = Array.isArray(data) ? data : []
  return entries.filter(isRecord).find((entry) => String(entry[nameField]).startsWith(name))
}

/** Deletes what a trial made and did not delete itself, whatever went wrong with it. */
async function cleanUp(parts: WritingParts, trial: Trial, name: string, course: Course): Promise<string[]> {
  const { data } = await send(parts, trial.list.endpoint, trial.list.path)
  const whose = `the ${trial.kind} “${name}”`
  if (!Array.isArray(data)) return [`perhaps ${whose}: the list could not be read any more`]
  const mine = data.filter(isRecord).filter((entry) => String(entry[trial.nameField]).startsWith(name))
  for (const entry of mine) {
    const { endpoint, path } = trial.remove(idOf(entry) ?? '')
    if (idOf(entry) !== undefined) await send(parts, endpoint, path)
  }
  if (mine.length === 0 && course.isAdded && !course.isFound) return [`perhaps ${whose}: no list shows it`]
  if (mine.length === 0) return []
  return (await findNamed(parts, trial, name)) ? [whose] : []
}

function idOf(entry: Record<string, unknown> | undefined): string | undefined {
  const id = entry?._id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function fileOf({ fileField = [] }: Trial, entry: Record<string, unknown> | undefined): unknown {
  return fileField.map((field) => entry?.[field]).find(Boolean)
}

function tellOfList({ tell }: WritingParts, { list: { endpoint, path }, kind }: Trial, text: string): void {
  const finding: Finding = { text, panel: `The ${kind} on the screen is not what was saved.`, isHarmless: false }
  tell(`${endpoint.method} ${path}, again`, [finding])
}
