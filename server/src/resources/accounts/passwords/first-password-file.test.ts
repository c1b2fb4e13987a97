import fs, { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { GOOD_PASSWORD, putAdmin, removeAdmin } from '../../../testing/admin-calls.ts'
import { newServerEachTest } from '../../../testing/test-app.ts'
import { createFirstAdmin, type FirstAdmin, resetPassword } from '../account-recovery-service.ts'
import { deleteFirstPassword, keepFirstPassword } from './first-password-file.ts'

const server = newServerEachTest()
const print = vi.fn<(text: string) => void>()
afterEach(() => {
  vi.restoreAllMocks()
  print.mockReset()
  syncBuiltinESMExports()
})

const create = async (adminPassword?: string): Promise<FirstAdmin> => {
  const { config, db, history } = server
  const first = await createFirstAdmin({ config: { ...config, adminPassword }, db, recorder: history.server })
  if (!first) throw new Error('There is an account.')
  return first
}

test('the file is for its owner alone, and goes away when the account changes the password', async () => {
  const first = await create()
  const file = (await keepFirstPassword(server.config, first, print)) ?? ''
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(`User name  admin\nPassword   ${first.generatedPassword}\n`)
  // The password of another account changes nothing.
  await deleteFirstPassword(server.config, 'f'.repeat(24))
  expect(existsSync(file)).toBe(true)

  const password = first.generatedPassword ?? ''
  const { token } = (await server.post('/admin/login', { username: 'admin', password })).json()
  expect(existsSync(file)).toBe(true)
  const change = { oldPassword: password, newPassword: 'Other_5678!', confirmPassword: 'Other_5678!' }
  const answer = await server.put('/admin/update-password', change, { authorization: `Bearer ${token}` })
  expect(answer.statusCode).toBe(200)
  expect(existsSync(file)).toBe(false)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['admin:reset sets another password', () => resetPassword({ ...server, recorder: server.history.server }, 'admin')],
  [
    'a superadmin sets another password',
    async (id) => putAdmin(await server.signIn('superadmin'), id, { password: GOOD_PASSWORD }),
  ],
  ['a superadmin deletes the account', async (id) => removeAdmin(await server.signIn('superadmin'), id)],
])('the file goes away when %s', async (_what, change) => {
  const first = await create()
  const file = (await keepFirstPassword(server.config, first, print)) ?? ''
  await putAdmin(await server.signIn('superadmin'), first.id, { email: 'chief@example.org' })
  expect(existsSync(file)).toBe(true)
  await change(first.id)
  expect(existsSync(file)).toBe(false)
})

test('a password that cannot be written to its file is left to be printed', async () => {
  const first = await create()
  mkdirSync(join(server.config.dataDir, `first-password-${first.id}.txt`))
  expect(await keepFirstPassword(server.config, first, print)).toBeUndefined()
  expect(print).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Warning: The file .+ could not be written: .+/))
})

test('a full disk leaves no empty file', async () => {
  const first = await create()
  vi.spyOn(fs.promises, 'writeFile').mockImplementation(async (file) => {
    writeFileSync(String(file), '')
    throw new Error('ENOSPC: no space left on device')
  })
  syncBuiltinESMExports()
  expect(await keepFirstPassword(server.config, first, print)).toBeUndefined()
  expect(existsSync(join(server.config.dataDir, `first-password-${first.id}.txt`))).toBe(false)
})

test('a password of the settings is written to no file', async () => {
  expect(await keepFirstPassword(server.config, await create('Chosen#2026'), print)).toBeUndefined()
})
