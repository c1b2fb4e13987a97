import type { Admin, Memory } from './memory.ts'
import type { Answer } from './reply.ts'
import { endSessionsOf } from './session-calls.ts'

type Form = Partial<Record<string, unknown>>

/** The public fields of an account. The date is in milliseconds, as some databases store dates. */
export function publicAdmin({ password: _, ...admin }: Admin): Omit<Admin, 'password'> {
  return admin
}

/** GET /admin: all accounts including superadmins, and a `count` outside the specification. */
export function listAdmins({ admins }: Memory): Answer {
  return { body: { success: true, count: admins.length, data: admins.map(publicAdmin) } }
}

/**
 * POST /admin/addadmin: the account without `success`; an error has a message but names no field.
 */
export function addAdmin(memory: Memory, form: Form): Answer {
  const username = textOf(form.username)
  const password = textOf(form.password)
  if (!username || !textOf(form.email)) return refusal('Username and email are required')
  if (password.length < 8) return refusal('Password must have at least 8 characters')
  if (memory.admins.some((admin) => admin.username === username)) return refusal('Username is taken')
  const admin = memory.newAdmin({
    username,
    password,
    email: textOf(form.email),
    role: textOf(form.role) || 'admin',
    sections: sectionsOf(form.sections),
  })
  return { status: 201, body: { message: 'Admin created', admin: publicAdmin(admin) } }
}

/** PUT /admin/{id}: changes the account without checking the caller's rights. */
export function updateAdmin(memory: Memory, id: string, form: Form): Answer {
  const admin = memory.admins.find(({ _id }) => `${_id}` === id)
  if (!admin) return { status: 404, body: { error: 'No such admin' } }
  const username = textOf(form.username) || admin.username
  if (memory.admins.some((other) => other !== admin && other.username === username)) return refusal('Username is taken')
  admin.username = username
  admin.email = textOf(form.email) || admin.email
  admin.password = textOf(form.password) || admin.password
  admin.role = textOf(form.role) || admin.role
  if (form.sections) admin.sections = sectionsOf(form.sections)
  return { body: { updated: publicAdmin(admin) } }
}

/** DELETE /admin/{id}: the plain text `OK`, the default body of some frameworks. */
export function deleteAdmin(memory: Memory, id: string): Answer {
  const admin = memory.admins.find(({ _id }) => `${_id}` === id)
  if (!admin) return { status: 404, body: { error: 'No such admin' } }
  memory.admins = memory.admins.filter((other) => other !== admin)
  endSessionsOf(memory, admin)
  return { headers: { 'content-type': 'text/plain' }, body: Buffer.from('OK') }
}

/** PUT /admin/update-password: returns only a message. Ends the account's other sessions. */
export function updatePassword(memory: Memory, admin: Admin, token: string, form: Form): Answer {
  const { oldPassword, newPassword, confirmPassword } = form
  if (oldPassword !== admin.password) return refusal('The old password is not right')
  if (newPassword !== confirmPassword) return refusal('The passwords are not the same')
  admin.password = textOf(newPassword)
  endSessionsOf(memory, admin, token)
  return { body: { message: 'Your password is new now' } }
}

const refusal = (message: string): Answer => ({ status: 400, body: { message } })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const sectionsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
