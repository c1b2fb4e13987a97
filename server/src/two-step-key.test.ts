import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resetSecondStep } from './resources/accounts/account-recovery-service.ts'
import { trashedAdmins } from './resources/accounts/admin-service.ts'
import { confirmSecret, setPendingSecret } from './resources/accounts/second-step/second-step-store.ts'
import { encryptSecret } from './resources/accounts/second-step/stored-codes.ts'
import { openHistory } from './resources/history/history-service.ts'
import { openTwoStepKey } from './start.ts'
import { openForEachTest } from './testing/databases.ts'
import { buildAdmin } from './testing/factories.ts'
import { historyOf } from './testing/history.ts'

const here = openForEachTest('SQLite')

const file = () => join(here.keysDir, 'two-step.key')
const addSecret = async (key: Buffer) => {
  const { id } = await buildAdmin(here.db)
  const pendingSecret = encryptSecret(key, id, Buffer.alloc(20))
  await setPendingSecret(here.db, id, pendingSecret)
  await confirmSecret(here.db, { adminId: id, pendingSecret, timeStep: 1 })
  return id
}

test('creates a key once, and a new one while no secret needs the old one', async () => {
  const key = await openTwoStepKey(here.db, { keysDir: here.keysDir })
  expect(await openTwoStepKey(here.db, { keysDir: here.keysDir })).toEqual(key)
  rmSync(file())
  expect(await openTwoStepKey(here.db, { keysDir: here.keysDir })).not.toEqual(key)
})

test('fails without the key of the stored secrets, and with another one', async () => {
  const key = await openTwoStepKey(here.db, { keysDir: here.keysDir })
  await addSecret(key)
  expect(await openTwoStepKey(here.db, { keysDir: here.keysDir })).toEqual(key)
  rmSync(file())
  await expect(openTwoStepKey(here.db, { keysDir: here.keysDir })).rejects.toThrow(
    `The key file ${file()} (KEYS_DIR) is missing. `,
  )
})

test('fails without the key of an account in the trash, until its second step is turned off', async () => {
  const key = await openTwoStepKey(here.db, { keysDir: here.keysDir })
  const id = await addSecret(key)
  const recorder = (await openHistory(here.db, here.keysDir)).from({ actor: null, command: 'test' })
  await here.db.transaction().execute((transaction) => trashedAdmins.move(transaction, id, recorder))
  rmSync(file())
  await expect(openTwoStepKey(here.db, { keysDir: here.keysDir })).rejects.toThrow('is missing')
  const { label } = await here.db.selectFrom('trash').select('label').executeTakeFirstOrThrow()
  expect(await resetSecondStep({ db: here.db, recorder }, label)).toBe(label)
  await openTwoStepKey(here.db, { keysDir: here.keysDir })
  expect((await historyOf(here.db, id)).map(({ action }) => action)).toEqual(['admin.second-step-off'])
  await expect(resetSecondStep({ db: here.db, recorder }, label)).rejects.toThrow('There is no account')
})

test('starts with one damaged secret, and fails with the key of another database', async () => {
  const key = await openTwoStepKey(here.db, { keysDir: here.keysDir })
  await addSecret(Buffer.alloc(32))
  await addSecret(key)
  expect(await openTwoStepKey(here.db, { keysDir: here.keysDir })).toEqual(key)
  await here.db.deleteFrom('second_steps').execute()
  await addSecret(Buffer.alloc(32))
  await expect(openTwoStepKey(here.db, { keysDir: here.keysDir })).rejects.toThrow(
    "does not open the database's secrets",
  )
})
