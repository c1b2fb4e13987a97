import { addSecondStepUser, addUser, caller, codeOf, PASSWORD, type SecondStepUser } from '../second-step.ts'
import type { TestApp } from '../test-app.ts'

const STEP = '/api/admin/me/second-step'

/** The calls of two-step sign-in that change something. Each one of a new account succeeds. */
export function secondStepCalls(getServer: () => TestApp) {
  let made = 0
  const newName = () => {
    made += 1
    return `second-step-${made}`
  }
  const newUser = () => addSecondStepUser(getServer(), newName())
  const login = async ({ username }: Pick<SecondStepUser, 'username'>) =>
    (await caller(getServer())('POST', '/admin/login', { username, password: PASSWORD })).json()
  const secondCall = async (user: SecondStepUser) => {
    const { ticket } = await login(user)
    const payload = { ticket, code: user.code(1), trustDevice: true }
    // Otherwise the new session would replace the caller's.
    const headers = { authorization: '' }
    return { method: 'POST', url: '/api/admin/login/second-step', payload, headers } as const
  }
  return {
    'POST /api/admin/login/second-step': async () => secondCall(await newUser()),
    [`POST ${STEP}/confirm`]: async () => {
      const server = getServer()
      const username = newName()
      await addUser(server, username)
      const { token } = await login({ username })
      const headers = { authorization: `Bearer ${token}` }
      const { key } = (await caller(server)('POST', '/admin/me/second-step/set-up', undefined, headers)).json().data
      const code = codeOf(key)
      return { method: 'POST', url: `${STEP}/confirm`, payload: { code }, headers } as const
    },
    [`POST ${STEP}/recovery-codes`]: async () => {
      const { bearer } = await newUser()
      return { method: 'POST', url: `${STEP}/recovery-codes`, headers: bearer } as const
    },
    [`DELETE ${STEP}`]: async () => {
      const { bearer } = await newUser()
      return { method: 'DELETE', url: STEP, headers: bearer } as const
    },
    'DELETE /api/admin/sessions/:sessionId/trust': async () => {
      const server = getServer()
      const user = await newUser()
      const { token } = (await server.app.inject(await secondCall(user))).json()
      const headers = { authorization: `Bearer ${token}` }
      const { data } = (await server.app.inject({ url: '/api/admin/sessions', headers })).json()
      const { sessionId } = data.find((session: { trustedUntil?: string }) => session.trustedUntil)
      return { method: 'DELETE', url: `/api/admin/sessions/${sessionId}/trust`, headers } as const
    },
  }
}
