import { backendAt } from '../backend-client.ts'
import { runContractCheck } from '../run-contract-check.ts'

/** The superadmin that the tested backend must have. */
export const TEST_ACCOUNT = { username: 'checker', password: 'Check#2026' }

interface TestOptions {
  isWriting?: boolean
  timeoutMs?: number
  stop?: AbortSignal
  origin?: string
  request?: typeof fetch
}

export async function checkBackend(
  url: string,
  { isWriting = false, timeoutMs = 10_000, stop = new AbortController().signal, origin, request }: TestOptions = {},
): Promise<{ isClean: boolean; output: string }> {
  const lines: string[] = []
  const client = backendAt(url, { timeoutMs, ...(origin !== undefined && { origin }), ...(request && { request }) })
  const options = { account: TEST_ACCOUNT, isWriting, stop }
  const isClean = await runContractCheck(client, options, (text) => lines.push(text))
  return { isClean, output: lines.join('\n') }
}
