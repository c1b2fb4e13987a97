import { ApiError } from '../api/api-error.ts'
import { askForCode } from '../session/code-request.ts'

/**
 * Sends a change. If the server wants a code of the second step first, asks the user for one and
 * sends the change again. Throws the refusal if the user cancels.
 */
export async function withCode<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'code_required') || !(await askForCode())) throw error
    return send()
  }
}
