import { backendAt } from '../contract-check/backend-client.ts'
import { runContractCheck } from '../contract-check/run-contract-check.ts'

/** Whom a backend of a test must know, as a superadmin. */
export const TEST_ACCOUNT = { username: 'checker', password: 'Check#2026' }

/** Checks a backend as `npm run contract:check` does, and gives what it said. */
export async function checkForTest(
  url: string,
  { isWriting = false, timeoutMs = 10_000 } = {},
): Promise<{ isClean: boolean; said: string }> {
  const said: string[] = []
  const options = { account: TEST_ACCOUNT, isWriting, stop: new AbortController().signal }
  const isClean = await runContractCheck(backendAt(url, { timeoutMs }), options, (text) => said.push(text))
  return { isClean, said: said.join('\n') }
}
