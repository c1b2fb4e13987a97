import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { dropHistoryTriggers, historyOf, removeKeptHead } from '../../testing/history.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { hashValues, macOf } from './history-chain.ts'
import { guardHistory } from './history-check-service.ts'
import { readKeptHead } from './history-head-service.ts'
import { type HistoryEntry, openHistory, recordSettings, recordSettingsExport } from './history-service.ts'
import { adoptAudit } from './history-store.ts'
import { withoutSecrets } from './history-values.ts'

const ENTRY: HistoryEntry = { action: 'event.changed', recordKind: 'event', recordId: 'e1' }

eachDatabase((engine) => {
  const server = newServerEachTest({ engine })

  const record = (entry: HistoryEntry) =>
    server.db.transaction().execute((transaction) => server.history.server.record(transaction, entry))

  test('keeps the fields that differ, without secrets, and with masked PANs', async () => {
    await record({
      ...ENTRY,
      before: { title: 'Old', venue: 'Hall', password: 'a' },
      after: { title: 'New', venue: 'Hall', password: 'b', donorPan: 'ABCPE1234F' },
      details: { token: 'secret', passwordHash: 'x', pan: 'ABCPE1234F', isPasswordSet: true },
    })
    expect(await historyOf(server.db)).toEqual([
      {
        action: 'event.changed',
        actorId: null,
        at: expect.any(String),
        before: { title: 'Old', donorPan: null },
        after: { title: 'New', donorPan: '••••••234F' },
        details: { pan: '••••••234F', isPasswordSet: true },
      },
    ])
  })

  test('masks identity numbers inside any text, but no phone, reference or id', async () => {
    const kept = {
      phones: ['919876543210'],
      reference: '412345678901',
      recordedAs: '0123456789abcdef01234567',
      on: '2026-11-28',
      note: '+919876543210, order 12345678901234',
    }
    const texts = { notes: 'PAN ABCPE 1234F; २३४५ ६७८९ ०१२४', address: 'Pune, 2345-6789-0124', reference: 'ABCPE1234F' }
    await record({
      ...ENTRY,
      recordKind: 'donor',
      before: {},
      after: kept,
      details: { ...texts, names: ['234567890124'] },
    })
    const [entry] = await historyOf(server.db)
    expect(entry?.after).toEqual(kept)
    expect(entry?.details).toEqual({
      notes: `PAN ${'•'.repeat(7)}234F; ${'•'.repeat(10)}०१२४`,
      address: `Pune, ${'•'.repeat(10)}0124`,
      reference: '••••••234F',
      names: [`${'•'.repeat(8)}0124`],
    })
  })

  test.each([
    'In March 2026 a donor',
    'Tower 1203 B, Pune',
    'rahul1990k@gmail.com',
    '/backups/sevadesk-202611281230.tar',
    '919876543210',
    '2023-2024-2025',
    'UPI 412345678901',
    'FLAT NO A 1203 B, PUNE',
    'पुणे \u200b २०२६',
  ])('keeps the ordinary text %s', (notes) => {
    expect(withoutSecrets({ notes })).toEqual({ notes })
  })

  test.each([
    ['PAN/ABCPE1234F', 'PAN/••••••234F'],
    ['PAN_ABCPE1234F_', 'PAN_••••••234F_'],
    ['abcpe1234f', '••••••234f'],
    ['ABCPE.1234.F', '••••••••34.F'],
    ['PANABCPE1234F', `${'•'.repeat(9)}234F`],
    ['AB CP E1 23 4F', `${'•'.repeat(10)}3 4F`],
    ['A B C P E 1 2 3 4 F', `${'•'.repeat(15)} 4 F`],
    ['गाय ＡＢＣＰＥ１２３４Ｆ', 'गाय ••••••234F'],
    ['ABC\u200bPE12\u200b34F', '••••••234F'],
    ['GSTIN 27ABCPE1234F1Z5', `GSTIN ${'•'.repeat(11)}F1Z5`],
    ['2345 - 6789 - 0124', `${'•'.repeat(14)}0124`],
  ])('masks the identity number in %s', (notes, masked) => {
    expect(withoutSecrets({ notes })).toEqual({ notes: masked })
  })

  test.each(['username', 'of', 'file', 'ip', 'userAgent', 'email'])('keeps who acted on what: %s', (field) => {
    const values = { [field]: 'ABCPE1234F 234567890124' }
    expect(withoutSecrets(values)).toEqual(values)
  })

  test('chains concurrent entries without a gap, and rolls back with the change', async () => {
    const failing = server.db.transaction().execute(async (transaction) => {
      await server.history.server.record(transaction, ENTRY)
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await Promise.all(Array.from({ length: 20 }, (_, n) => record({ ...ENTRY, recordId: `e${n}` })))
    const rows = await server.db.selectFrom('history').selectAll().orderBy('n').execute()
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const values = await server.db.selectFrom('history_values').selectAll().orderBy('n').execute()
    expect(rows.map(({ values_hash }) => values_hash)).toEqual(values.map(hashValues))
    expect(new Set(rows.map(({ mac }) => mac)).size).toBe(20)
  })

  test('moves the entries of the audit log to the history, once', async () => {
    await createAudit(server.db)
    const key = randomBytes(32)
    const adopt = () =>
      adoptAudit(server.db, key, ({ at, admin_id, action, subject_id, details }) => ({
        at,
        actor_id: admin_id,
        action,
        record_kind: 'donation',
        record_id: subject_id,
        content: details,
      }))
    await Promise.all([adopt(), adopt()])
    const rows = await server.db.selectFrom('history').selectAll().orderBy('n').execute()
    expect(rows).toMatchObject([
      { n: 1, at: '2026-01-01T00:00:00.000Z', action: 'donation.deleted', record_id: 'd1' },
      { n: 2, at: '2026-01-02T00:00:00.000Z', action: 'donation.restored', record_id: 'd1' },
    ])
    let previous = ''
    for (const row of rows) {
      expect(row.mac).toBe(macOf(key, previous, row))
      previous = row.mac
    }
  })

  /** Without what the first start of this version has stored. Returns the folder of the keys. */
  async function asBeforeHistory(): Promise<string> {
    for (const table of ['key_verifiers', 'history_head'] as const) await server.db.deleteFrom(table).execute()
    return join(server.config.dataDir, 'other-keys')
  }

  test('begins without a break for accounts of a version before the history', async () => {
    await buildAdmin(server.db)
    await createAudit(server.db)
    const keysDir = await asBeforeHistory()
    const history = await openHistory(server.db, keysDir)
    const log = { error: (_details: object, message: string) => expect.fail(message), warn: expect.fail }
    await (await guardHistory({ db: server.db, keysDir, history, log })).stop()
    expect(history.breaks).toEqual([])
    // The entries of the audit log, and that head files have seals.
    expect(await readKeptHead(server.db, keysDir)).toMatchObject({ n: 3 })
  })

  test('a table of the audit log neither brings back a head file nor adds to a history with rows', async () => {
    const { keysDir } = server.config
    await buildAdmin(server.db)
    await record(ENTRY)
    await createAudit(server.db)
    await removeKeptHead(server.db, keysDir)
    await openHistory(server.db, keysDir)
    expect(await historyOf(server.db)).toHaveLength(1)
    await dropHistoryTriggers(server.db)
    for (const table of ['history', 'history_values'] as const) await server.db.deleteFrom(table).execute()
    await openHistory(server.db, keysDir)
    expect(await readKeptHead(server.db, keysDir)).toBeNull()
  })

  test('begins without a break for accounts of a version before the history without an audit log', async () => {
    await buildAdmin(server.db)
    const keysDir = await asBeforeHistory()
    await openHistory(server.db, keysDir)
    expect(await readKeptHead(server.db, keysDir)).toMatchObject({ n: 0 })
  })

  test('records the settings of receipts when they change, without the whole PAN', async () => {
    const { db, history } = server
    const trust = server.trust.lastKnown
    const later = { ...trust, details: { ...trust.details, name: 'Seva Trust', pan: 'ABCPE1234F' } }
    const moved = { ...later, details: { ...later.details, phone: '+91 98765 43210' } }
    for (const settings of [trust, trust, later, later, moved]) {
      await recordSettings(db, history, settings)
      await recordSettingsExport(db, history.server, 0)
    }
    const rows = (await historyOf(db)).filter(({ action }) => action !== 'settings.exported')
    expect(rows).toMatchObject([
      { action: 'settings.recorded' },
      {
        action: 'settings.changed',
        before: { name: trust.details.name, pan: null },
        after: { name: 'Seva Trust', pan: '••••••234F' },
      },
      { action: 'settings.changed' },
    ])
    const changed = rows.map(({ after = {} }) => Object.keys(after).sort())
    // The PAN is unchanged when only a phone number changes.
    expect(changed).toEqual([[], ['name', 'pan'], ['phone']])
    expect(JSON.stringify(rows)).not.toContain('ABCPE')
  })
})

async function createAudit(db: Db): Promise<void> {
  await sql`create table audit (id text primary key, at text, admin_id text, admin_username text, action text,
    subject_id text, details text)`.execute(db)
  await sql`insert into audit values
    ('2', '2026-01-02T00:00:00.000Z', 'a1', 'asha', 'donation.restored', 'd1', '{}'),
    ('1', '2026-01-01T00:00:00.000Z', 'a1', 'asha', 'donation.deleted', 'd1', '{}')`.execute(db)
}
