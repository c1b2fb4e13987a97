import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from './db/schema.ts'
import { resetSecondStep } from './resources/accounts/account-recovery-service.ts'
import { trashedAdmins } from './resources/accounts/admin-service.ts'
import { encryptSecret } from './resources/accounts/second-step/encrypted-secret.ts'
import { confirmSecret, setPendingSecret } from './resources/accounts/second-step/second-step-store.ts'
import { openHistory } from './resources/history/history-service.ts'
import { openForEachTest } from './testing/databases.ts'
import { buildAdmin } from './testing/factories.ts'
import { historyOf } from './testing/history.ts'
import { openTwoStepKey } from './two-step-key.ts'

let db: Db
let keysDir: string
openForEachTest('SQLite', (opened, { dataDir }) => {
  db = opened
  keysDir = join(dataDir, 'keys')
})

const file = () => join(keysDir, 'two-step.key')
const addSecret = async (key: Buffer) => {
  const { id } = await buildAdmin(db)
  const pendingSecret = encryptSecret(key, id, Buffer.alloc(20))
  await setPendingSecret(db, id, pendingSecret)
  await confirmSecret(db, { adminId: id, pendingSecret, timeStep: 1 })
  return id
}

test('creates a key once, and a new one while no secret needs the old one', async () => {
  const key = await openTwoStepKey(db, { keysDir })
  expect(await openTwoStepKey(db, { keysDir })).toEqual(key)
  rmSync(file())
  expect(await openTwoStepKey(db, { keysDir })).not.toEqual(key)
})

test('fails without the key of the stored secrets, and with another one', async () => {
  const key = await openTwoStepKey(db, { keysDir })
  await addSecret(key)
  expect(await openTwoStepKey(db, { keysDir })).toEqual(key)
  rmSync(file())
  await expect(openTwoStepKey(db, { keysDir })).rejects.toThrow(`The key file ${file()} (KEYS_DIR) is missing. `)
})

test('fails without the key of an account in the trash, until its second step is turned off', async () => {
  const key = await openTwoStepKey(db, { keysDir })
  const id = await addSecret(key)
  const recorder = (await openHistory(db, keysDir)).from({ actor: null, command: 'test' })
  await db.transaction().execute((transaction) => trashedAdmins.move(transaction, id, recorder))
  rmSync(file())
  await expect(openTwoStepKey(db, { keysDir })).rejects.toThrow('is missing')
  const { label } = await db.selectFrom('trash').select('label').executeTakeFirstOrThrow()
  expect(await resetSecondStep({ db, recorder }, label)).toBe(label)
  await openTwoStepKey(db, { keysDir })
  expect((await historyOf(db, id)).map(({ action }) => action)).toEqual(['admin.second-step-off'])
  await expect(resetSecondStep({ db, recorder }, label)).rejects.toThrow('There is no account')
})

test('starts with one damaged secret, and fails with the key of another database', async () => {
  const key = await openTwoStepKey(db, { keysDir })
  await addSecret(Buffer.alloc(32))
  await addSecret(key)
  expect(await openTwoStepKey(db, { keysDir })).toEqual(key)
  await db.deleteFrom('second_steps').execute()
  await addSecret(Buffer.alloc(32))
  await expect(openTwoStepKey(db, { keysDir })).rejects.toThrow("does not open the database's secrets")
})
