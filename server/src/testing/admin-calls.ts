import type { TestSession } from './test-app.ts'

/** A password that the rules allow. */
export const GOOD_PASSWORD = 'Fine#2026'

let made = 0

/** A name that no account of this process has. */
export function freshUsername(): string {
  made += 1
  return `Person ${made}`
}

/** Adds, changes and deletes accounts as this account. `addAdmin` fills what the body leaves out. */
export const addAdmin = (as: TestSession, body: object) =>
  as.post('/admin/addadmin', { username: freshUsername(), email: 'a@example.org', password: GOOD_PASSWORD, ...body })
export const putAdmin = (as: TestSession, id: string, body: object) => as.put(`/admin/${id}`, body)
export const removeAdmin = (as: TestSession, id: string) => as.delete(`/admin/${id}`)
