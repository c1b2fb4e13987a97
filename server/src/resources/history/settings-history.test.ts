import { expect, test } from 'vitest'
import { historyOf } from '../../testing/history.ts'
import { testApp } from '../../testing/test-app.ts'
import { recordSettings, recordSettingsExport } from './settings-history-service.ts'

test('records the settings of receipts when they change, without the whole PAN', async () => {
  const { db, history, trust: source, close } = await testApp()
  const trust = source.lastKnown
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
  await close()
})
