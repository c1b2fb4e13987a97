import { backendAt } from '@sevadesk/contract-check/backend-client.ts'
import { runContractCheck } from '@sevadesk/contract-check/run-contract-check.ts'

/** Whom a backend of a test must know, as a superadmin. */
export const TEST_ACCOUNT = { username: 'checker', password: 'Check#2026' }

/** Checks a backend as `npm run contract:check` does, and gives what it said. */
export async function checkForTest(
  url: string,
  {
    isWriting = false,
    timeoutMs = 10_000,
    stop = new AbortController().signal,
    origin,
    request,
  }: { isWriting?: boolean; timeoutMs?: number; stop?: AbortSignal; origin?: string; request?: typeof fetch } = {},
): Promise<{ isClean: boolean; said: string }> {
  const said: string[] = []
  const client = backendAt(url, { timeoutMs, ...(origin !== undefined && { origin }), ...(request && { request }) })
  const options = { account: TEST_ACCOUNT, isWriting, stop }
  const isClean = await runContractCheck(client, options, (text) => said.push(text))
  return { isClean, said: said.join('\n') }
}
