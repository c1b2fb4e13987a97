import { generateSync } from 'otplib'
import { hashPassword } from '../resources/accounts/passwords/password-hash-service.ts'
import { buildAdmin } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'Right#1234'
export const OTHER_PASSWORD = 'Other#1234'
/** Any moment within a time step, away from its ends. */
export const NOW = Date.parse('2026-11-23T06:00:10.000Z')
export const MINUTE_MS = 60_000

/** An account with the second step on, as its user has it. */
export interface SecondStepUser {
  id: string
  username: string
  /** Of the session in which the second step was turned on. */
  bearer: { authorization: string }
  recoveryCodes: string[]
  /** The app's code at the present time, or as many steps later. */
  code(stepsLater?: number): string
}

/** Calls the server as the panel does, with a JSON body. */
export function caller({ app }: Pick<TestApp, 'app'>) {
  return (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { ip = '198.51.100.9', ...headers }: { ip?: string } & Record<string, string> = {},
  ) => app.inject({ method, url: `/api${path}`, remoteAddress: ip, headers, ...(payload && { payload }) })
}

/** Adds an account with the password `PASSWORD`. */
export async function addUser(server: TestApp, username: string, role: 'admin' | 'superadmin' = 'admin') {
  const password_hash = await hashPassword(PASSWORD, server.config.argon2)
  const { id } = await buildAdmin(server.db, { username, password_hash, role, sections: ['Profile'] })
  return id
}

/** The app's code at the present time, or as many steps later. */
export function codeOf(key: string, stepsLater = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + stepsLater * 30 })
}

/** Adds an account and turns its second step on, with the code of the present time step. */
export async function addSecondStepUser(server: TestApp, username: string): Promise<SecondStepUser> {
  const id = await addUser(server, username)
  const call = caller(server)
  const login = await call('POST', '/admin/login', { username, password: PASSWORD })
  const bearer = { authorization: `Bearer ${login.json().token}` }
  const { key } = (await call('POST', '/admin/me/second-step/set-up', undefined, bearer)).json().data
  const code = (stepsLater = 0) => codeOf(key, stepsLater)
  const confirmed = await call('POST', '/admin/me/second-step/confirm', { code: code() }, bearer)
  return { id, username, bearer, code, recoveryCodes: confirmed.json().data.recoveryCodes }
}

/** The calls of a sign-in in two steps. `current` returns the user and how to call the server. */
export function signInCalls(current: () => [call: ReturnType<typeof caller>, user: SecondStepUser]) {
  const login = (headers: Record<string, string> = {}, password = PASSWORD) => {
    const [call, { username }] = current()
    return call('POST', '/admin/login', { username, password }, headers)
  }
  const ticketOf = async (...args: Parameters<typeof login>): Promise<string> => (await login(...args)).json().ticket
  const give = (ticket: string, code: string, more: object = {}, headers: Record<string, string> = {}) =>
    current()[0]('POST', '/admin/login/second-step', { ticket, code, ...more }, headers)
  /** A code that is wrong now and in the next and previous step. */
  const wrong = () => {
    const codes = [-1, 0, 1].map(current()[1].code)
    return ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? ''
  }
  const changePassword = (bearer: Record<string, string>) => {
    const change = { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD }
    return current()[0]('PUT', '/admin/update-password', change, bearer)
  }
  return { login, ticketOf, give, wrong, changePassword }
}

export function markOf(login: { json(): { device: string } }): { 'device-mark': string } {
  return { 'device-mark': login.json().device }
}

/** Turns the second step of a session's account on. */
export async function turnOn(call: ReturnType<typeof caller>, bearer: Record<string, string>) {
  const { key } = (await call('POST', '/admin/me/second-step/set-up', undefined, bearer)).json().data
  return call('POST', '/admin/me/second-step/confirm', { code: codeOf(key) }, bearer)
}
