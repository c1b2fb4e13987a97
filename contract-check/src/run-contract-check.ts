import type { BackendClient, Credential } from './backend-client.ts'
import { checkBrowserRules, checkSignedOut } from './browser-checks.ts'
import { trackCalls } from './call-tracker.ts'
import { CheckError, NoResponse } from './errors.ts'
import { difference, type Finding, isGood } from './finding.ts'
import { checkReads } from './read-checks.ts'
import { type Account, signIn, signOut } from './sign-in.ts'
import { checkWrites } from './write-checks.ts'

export interface CheckOptions {
  account: Account
  /** Also creates, changes and deletes records. */
  isWriting: boolean
  stop: AbortSignal
}

/**
 * Compares a backend with the contract and prints the differences of each call. Returns true if
 * there are none, no created record remains and nothing aborted the check. Throws CheckError.
 */
export async function runContractCheck(
  backend: BackendClient,
  { account, isWriting, stop }: CheckOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const { client, untried } = trackCalls(backend)
  const counts = { good: 0, differing: 0 }
  const report = (call: string, findings: readonly Finding[]) => {
    counts[isGood(findings) ? 'good' : 'differing'] += 1
    print(formatCall(call, findings))
  }

  print(`Signing in to ${client.host} as ${account.username}. The session is ended at the end of the check.`)
  const { credential, findings } = await enter(client, account)
  report('POST /admin/login', findings)
  let left: string[] = []
  try {
    if (!stop.aborted) await checkBrowserRules(client, credential, { report, stop })
    await checkReads(client, credential, { report, stop })
    if (isWriting) left = await checkWrites({ client, credential, report, stop })
  } finally {
    const logoutFindings = await leave(client, credential)
    report('POST /admin/logout', logoutFindings)
    if (logoutFindings.length === 0) await checkSignedOut(client, credential, report)
  }
  print(`\n${counts.good} calls match the contract, ${counts.differing} differ.`)
  const skipped = untried({ isWriting })
  if (stop.aborted) print('The check was stopped before its end.')
  else if (skipped.length > 0) print(`Not tried: ${skipped.join(', ')}.`)
  if (left.length > 0) print(`Left behind, please delete by hand: ${left.join('; ')}.`)
  else if (isWriting) print('All records that the check created are deleted.')
  else print('Nothing was changed. With --write the check also creates, changes and deletes records of its own.')
  return counts.differing === 0 && left.length === 0 && !stop.aborted
}

async function enter(client: BackendClient, account: Account) {
  try {
    return await signIn(client, account)
  } catch (error) {
    throw error instanceof NoResponse ? new CheckError(error.message) : error
  }
}

async function leave(client: BackendClient, credential: Credential): Promise<Finding[]> {
  try {
    return await signOut(client, credential)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return [difference(`${error.message} The session may still be open.`)]
  }
}

function formatCall(call: string, findings: readonly Finding[]): string {
  const lines = findings.map(({ text, isTolerated }) => `    ${isTolerated ? 'note' : 'DIFFERS'}  ${text}`)
  return [`${isGood(findings) ? '✓' : '✗'} ${call}`, ...lines].join('\n')
}
