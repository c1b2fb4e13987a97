import { type BackendClient, type Credential, NoAnswer } from './backend-client.ts'
import { CheckError } from './check-error.ts'
import { type Account, signIn, signOut } from './contract-session.ts'
import type { Finding } from './judge-answer.ts'
import { tryAfterLogout, tryFromPanel } from './panel-calls.ts'
import { readAll } from './reading-calls.ts'
import { watchCalls } from './untried-calls.ts'
import { tryWrites } from './writing-calls.ts'

export interface CheckOptions {
  account: Account
  /** Make, change and delete records of our own too. */
  isWriting: boolean
  /** Aborted when whoever started it wants to stop. */
  stop: AbortSignal
}

/**
 * Reads a backend as the panel would and says call by call what differs. Answers whether nothing does that the panel would show, as
 * far as it was not stopped. Throws
 * CheckError when there is nothing to look at.
 */
export async function runContractCheck(
  backend: BackendClient,
  { account, isWriting, stop }: CheckOptions,
  say: (text: string) => void,
): Promise<boolean> {
  const { client, untried } = watchCalls(backend)
  const counts = { good: 0, differing: 0 }
  const tell = (call: string, findings: readonly Finding[]) => {
    const isGood = findings.every(({ isHarmless }) => isHarmless)
    counts[isGood ? 'good' : 'differing'] += 1
    say(callText(call, findings))
  }

  say(`Signing in to ${client.host} as ${account.username}. This opens a session, which is ended again below.`)
  const { credential, findings } = await enter(client, account)
  tell('POST /admin/login', findings)
  let left: string[] = []
  try {
    if (!stop.aborted) await tryFromPanel(client, credential, { tell, stop })
    await readAll(client, credential, { tell, stop })
    if (isWriting) left = await tryWrites({ client, credential, tell, stop })
  } finally {
    const ended = await leave(client, credential)
    tell('POST /admin/logout', ended)
    if (ended.length === 0) await tryAfterLogout(client, credential, tell)
  }
  const { good, differing } = counts
  say('')
  if (stop.aborted) say('It was stopped: what stands above is all that was looked at.')
  say(`${good} calls are as the panel needs them, ${differing === 0 ? noneText(stop) : `${differing} differ`}.`)
  const notTried = untried({ isWriting })
  if (notTried.length > 0 && !stop.aborted) say(`Not tried: ${notTried.join(', ')}.`)
  if (left.length > 0) say(`Left behind, please delete by hand: ${left.join('; ')}.`)
  else if (isWriting)
    say('What was made for the trial has been deleted again. Donations and messages were not touched.')
  else
    say(
      'Nothing was changed. With --write the calls that change something are tried too, but for deleting and restoring donations and deleting messages.',
    )
  return differing === 0 && left.length === 0 && !stop.aborted
}

function noneText({ aborted }: AbortSignal): string {
  return aborted ? 'none of those differs' : 'none differs'
}

async function enter(client: BackendClient, account: Account) {
  try {
    return await signIn(client, account)
  } catch (error) {
    if (error instanceof NoAnswer) throw new CheckError(error.message)
    throw error
  }
}

async function leave(client: BackendClient, credential: Credential): Promise<Finding[]> {
  try {
    return await signOut(client, credential)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return [{ text: error.message, panel: 'The session that was opened here may still be there.', isHarmless: false }]
  }
}

function callText(call: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return `✓ ${call}`
  const isGood = findings.every(({ isHarmless }) => isHarmless)
  const lines = findings.map(
    ({ text, panel, isHarmless }) => `    ${isHarmless ? 'note' : 'DIFFERS'}  ${text}\n             ${panel}`,
  )
  return [`${isGood ? '✓' : '✗'} ${call}`, ...lines].join('\n')
}
