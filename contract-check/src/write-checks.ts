import { randomBytes } from 'node:crypto'
import { updatePassword } from '@sevadesk/contract/accounts/admin.ts'
import { revokeOtherSessions } from '@sevadesk/contract/accounts/session.ts'
import type { BackendClient, CallOptions, Credential } from './backend-client.ts'
import { type ContractCall, schemasOf } from './contract-calls.ts'
import { CheckError, NoResponse } from './errors.ts'
import { isRecord } from './find-differences.ts'
import { difference, isGood, type Report } from './finding.ts'
import { checkEndingSessions } from './session-checks.ts'
import { preferToken, signIn, signOut } from './sign-in.ts'
import { type Validated, validateResponse } from './validate-response.ts'
import { checkVersions, countsVersions } from './version-checks.ts'
import { type WriteCall, type WriteCase, writeCases } from './write-cases.ts'

interface WriteOptions {
  client: BackendClient
  credential: Credential
  report: Report
  /** When aborted, created records are still deleted. */
  stop: AbortSignal
}

/**
 * Creates, changes and deletes one record of each kind. Returns the records that it could not
 * delete.
 */
export async function checkWrites(options: WriteOptions): Promise<string[]> {
  const left: string[] = []
  const passwords = { first: newPassword(), second: newPassword() }
  for (const writeCase of writeCases(passwords.first)) {
    if (options.stop.aborted) break
    const name = `contract-check-${randomBytes(4).toString('hex')}`
    const progress: Progress = { mayExist: false, wasListed: false }
    try {
      await checkCase(options, writeCase, name, { progress, passwords })
    } finally {
      left.push(...(await cleanUp(options, writeCase, name, progress)))
    }
  }
  return left
}

interface Passwords {
  first: string
  second: string
}

/** Random, because the account may remain undeleted. Has the characters that backends require. */
function newPassword(): string {
  return `Aa1#${randomBytes(12).toString('base64url')}`
}

interface Progress {
  /** Whether the record was created or may have been created. */
  mayExist: boolean
  wasListed: boolean
}

async function checkCase(
  options: WriteOptions,
  writeCase: WriteCase,
  name: string,
  { progress, passwords }: { progress: Progress; passwords: Passwords },
): Promise<void> {
  const { stop } = options
  const { kind, nameField, fileFields = [], list } = writeCase
  const reportList = (text: string) => options.report(`${list.endpoint.method} ${list.path}, again`, [difference(text)])

  const added = await send(options, await writeCase.add(name))
  progress.mayExist = added.isGood || added.isUncertain
  if (!added.isGood || stop.aborted) return
  const entry = await findNamed(options, writeCase, name)
  progress.wasListed = entry !== undefined
  const id = idOf(entry)
  if (id === undefined) return reportList(`The new ${kind} is not in the list or has no _id.`)
  if (kind === 'admin') await checkAsNewAdmin(options, name, passwords)
  if (stop.aborted) return

  const changedName = `${name}-changed`
  if ((await send(options, writeCase.change(id, changedName))).isGood) {
    const changed = await findNamed(options, writeCase, changedName)
    const fileOf = (record = entry) => fileFields.map((field) => record?.[field]).find(Boolean)
    if (!changed) reportList(`The ${kind} has its old ${nameField} after the change.`)
    else if (fileOf(changed) !== fileOf(entry) || (fileFields.length > 0 && !fileOf(changed)))
      reportList(`The ${kind} lost its file when only its text was changed.`)
    if (entry) await checkOlderVersion(options, { call: writeCase.change(id, changedName), before: entry })
  }
  if (stop.aborted) return
  const removed = await send(options, writeCase.remove(id))
  if (removed.isGood && (await findNamed(options, writeCase, name)))
    reportList(`The ${kind} is still in the list after it was deleted.`)
}

/** Checks that a save from the version before the change is refused, if the backend says so. */
async function checkOlderVersion(
  { client, credential, report }: WriteOptions,
  save: { call: WriteCall; before: Record<string, unknown> },
): Promise<void> {
  const name = `${save.call.endpoint.method} ${save.call.path}, from an older version`
  try {
    if (await countsVersions(client, credential)) report(name, await checkVersions(client, credential, save))
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    report(name, [difference(error.message)])
  }
}

/** Makes, as the new admin, the calls that change the caller's own account. */
async function checkAsNewAdmin(
  { client, report }: WriteOptions,
  username: string,
  { first: oldPassword, second: newPassword }: Passwords,
): Promise<void> {
  try {
    const { credential } = await signIn(client, { username, password: oldPassword })
    report('POST /admin/login, as the new admin', [])
    const call = async (endpoint: ContractCall['endpoint'], json?: object) => {
      const options = { credential: preferToken(credential), ...(json && { json }) }
      const response = await client.call(endpoint.method, endpoint.path, options)
      const { findings } = validateResponse(schemasOf(endpoint), endpoint.method, response)
      report(`${endpoint.method} ${endpoint.path}, as the new admin`, findings)
      return isGood(findings)
    }
    const isChanged = await call(updatePassword, { oldPassword, newPassword, confirmPassword: newPassword })
    const account = { username, password: isChanged ? newPassword : oldPassword }
    await checkEndingSessions(client, { account, credential, report })
    await call(revokeOtherSessions)
    report('POST /admin/logout, as the new admin', await signOut(client, credential))
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof CheckError)) throw error
    report('The new admin', [difference(error.message)])
  }
}

interface Sent extends Validated {
  isGood: boolean
  /** Whether the call may have been carried out although it did not succeed. */
  isUncertain: boolean
}

async function send(options: WriteOptions, call: WriteCall): Promise<Sent> {
  const sent = await request(options, call.endpoint, call.path, call.options)
  options.report(`${call.endpoint.method} ${call.path}`, sent.findings)
  return sent
}

async function request(
  { client, credential }: WriteOptions,
  endpoint: ContractCall['endpoint'],
  path: string,
  callOptions: CallOptions = {},
): Promise<Sent> {
  try {
    const response = await client.call(endpoint.method, path, { ...callOptions, credential: preferToken(credential) })
    const validated = validateResponse(schemasOf(endpoint), endpoint.method, response)
    return { ...validated, isGood: isGood(validated.findings), isUncertain: response.status >= 500 }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { findings: [difference(error.message)], data: undefined, isGood: false, isUncertain: true }
  }
}

/** Finds records whose name starts with `name`: a changed name only has a suffix. */
async function listNamed(options: WriteOptions, { list, nameField }: WriteCase, name: string) {
  const { data } = await request(options, list.endpoint, list.path)
  if (!Array.isArray(data)) return undefined
  return data.filter(isRecord).filter((entry) => String(entry[nameField]).startsWith(name))
}

async function findNamed(options: WriteOptions, writeCase: WriteCase, name: string) {
  return (await listNamed(options, writeCase, name))?.[0]
}

async function cleanUp(
  options: WriteOptions,
  writeCase: WriteCase,
  name: string,
  { mayExist, wasListed }: Progress,
): Promise<string[]> {
  const record = `the ${writeCase.kind} “${name}”`
  const entries = await listNamed(options, writeCase, name)
  if (!entries) return [`perhaps ${record}: the list could not be read`]
  if (entries.length === 0) return mayExist && !wasListed ? [`perhaps ${record}: it is not in the list`] : []
  for (const entry of entries) {
    const id = idOf(entry)
    if (id === undefined) continue
    const { endpoint, path } = writeCase.remove(id)
    await request(options, endpoint, path)
  }
  return (await findNamed(options, writeCase, name)) ? [record] : []
}

function idOf(entry: Record<string, unknown> | undefined): string | undefined {
  const id = entry?._id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
