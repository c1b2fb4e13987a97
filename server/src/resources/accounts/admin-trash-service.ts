import { type Account, mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { listTrashed, type RecordRow } from '../trash/trash-store.ts'
import { trashedRecords } from '../trash/trashed-record-service.ts'
import { assertUsernameIsFree, changeOthersAccounts } from './account-change-service.ts'
import { readUsername } from './account-form.ts'
import { usernameKey } from './username-key.ts'

export const trashedAdmins = trashedRecords({
  kind: 'admin',
  table: 'admins',
  label: ({ username }) => String(username),
  // Without them, a restored account could sign in by its password alone.
  dependents: ['second_steps', 'recovery_codes'],
  async selectRestorable(db, caller) {
    const admins = await listTrashed(db, 'admin')
    const restorable = admins.filter(({ content }) => mayManage(caller, accountIn(JSON.parse(content))))
    return { column: 'id', values: restorable.map(({ id }) => id) }
  },
  // Reading A5 holds for deleted accounts too.
  mayRestore: (caller, row) => mayManage(caller, accountIn(row)),
  // The rights of the caller are read in the transaction, as in other changes of accounts.
  runChange: ({ db }, caller, change) =>
    changeOthersAccounts(db, caller, (transaction, actor) => change(transaction, actor, () => undefined)),
  async prepareRestoration(transaction, row, requested) {
    const old = String(row.username)
    const username = requested === undefined || requested === old ? old : readUsername(requested)
    await assertUsernameIsFree(transaction, username)
    return username === old ? row : { ...row, username, username_key: usernameKey(username) }
  },
  historyOf: async (_transaction, { id, username }) => ({
    recordKind: 'admin',
    recordId: String(id),
    details: { label: String(username) },
  }),
})

function accountIn({ id, role, sections }: RecordRow): Account {
  return { _id: String(id), role: String(role), sections: JSON.parse(String(sections)) }
}
