import { beforeEach, expect, test } from 'vitest'
import { anyDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { closeForm, type FormReport, listOtherEditors, reportForm } from './open-form-store.ts'

const since = expect.stringMatching(/Z$/)

anyDatabase((engine) => {
  const here = openForEachTest(engine)
  let asha: string
  let meera: string
  beforeEach(async () => {
    asha = (await buildAdmin(here.db, { username: 'asha' })).id
    meera = (await buildAdmin(here.db, { username: 'meera' })).id
  })
  const form = (adminId: string, formId = '1', record = 'event e1'): FormReport => ({ adminId, formId, record })
  const open = async (...forms: FormReport[]) => {
    for (const each of forms) await reportForm(here.db, each)
  }
  const othersAt = (report: FormReport) => listOtherEditors(here.db, report)
  const age = (ms: number) =>
    here.db
      .updateTable('open_forms')
      .set((row) => ({ reported_ms: row('reported_ms', '-', ms) }))
      .execute()

  test('lists the other accounts of a record once each, not the own account', async () => {
    await open(form(asha), form(asha, '2'), form(meera), form(meera, '2', 'event e2'))
    expect(await othersAt(form(asha))).toEqual([{ username: 'meera', since }])
    expect(await othersAt(form(meera))).toEqual([{ username: 'asha', since }])
    expect(await othersAt(form(asha, '3', 'event e2'))).toEqual([{ username: 'meera', since }])
  })

  test('forgets a form that closes, and one without a report for 90 s', async () => {
    await open(form(asha), form(asha, '2'))
    await closeForm(here.db, form(asha))
    await age(60_000)
    expect(await othersAt(form(meera))).toHaveLength(1)
    await age(31_000)
    expect(await othersAt(form(meera))).toEqual([])
    await open(form(meera))
    expect(await here.db.selectFrom('open_forms').select('admin_id').execute()).toEqual([{ admin_id: meera }])
  })

  test('ignores reports of a clock that was ahead', async () => {
    await open(form(asha))
    await age(-3_600_000)
    expect(await othersAt(form(meera))).toEqual([])
  })

  test('keeps the time of opening while reports arrive, and at most 50 forms of an account', async () => {
    const first = form(asha, '1', 'event first')
    const opened = '2026-11-01T08:00:00.000Z'
    await open(first)
    await here.db.updateTable('open_forms').set({ since: opened }).execute()
    await open(first)
    expect(await othersAt(form(meera, '1', 'event first'))).toEqual([{ username: 'asha', since: opened }])
    for (let n = 2; n <= 51; n += 1) await open(form(asha, String(n)))
    expect(await othersAt(form(meera, '1', 'event first'))).toEqual([])
    expect(await here.db.selectFrom('open_forms').select('form_id').execute()).toHaveLength(50)
  })
})
