import { generateSync } from 'otplib'
import { hashPassword } from '../resources/accounts/passwords/password-hash-service.ts'
import { type AdminRow, buildAdmin } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'Right#1234'
export const OTHER_PASSWORD = 'Other#1234'
/** Any moment within a time step, away from its ends. */
export const NOW = Date.parse('2026-11-23T06:00:10.000Z')

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

/** Adds an account with the password `PASSWORD`. */
export async function addUser(server: TestApp, given: Parameters<typeof buildAdmin>[1] = {}): Promise<AdminRow> {
  const password_hash = await hashPassword(PASSWORD, server.config.argon2)
  return buildAdmin(server.db, { password_hash, sections: ['Profile'], ...given })
}

/** The app's code at the present time, or as many steps later. */
export function codeOf(key: string, stepsLater = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + stepsLater * 30 })
}

/** Adds an account and turns its second step on, with the code of the present time step. */
export async function addSecondStepUser(server: TestApp, username: string): Promise<SecondStepUser> {
  const { id } = await addUser(server, { username })
  const { token } = (await server.post('/admin/login', { username, password: PASSWORD })).json()
  const bearer = { authorization: `Bearer ${token}` }
  const { key, confirmed } = await turnOn(server, bearer)
  const code = (stepsLater = 0) => codeOf(key, stepsLater)
  return { id, username, bearer, code, recoveryCodes: confirmed.json().data.recoveryCodes }
}

/** Turns the second step of a session's account on. */
export async function turnOn(server: TestApp, bearer: Record<string, string>) {
  const { key } = (await server.post('/admin/me/second-step/set-up', undefined, bearer)).json().data
  const confirmed = await server.post('/admin/me/second-step/confirm', { code: codeOf(key) }, bearer)
  return { key, confirmed }
}
