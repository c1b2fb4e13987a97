import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../../testing/backend.ts'
import { type Backend, EXTENDED_SUPERADMIN, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const STATUS = {
  version: '0.1.0',
  database: { engine: 'PostgreSQL', version: '18.4', bytes: 52_428_800 },
  freeBytes: 10_737_418_240,
  jobs: { waiting: 3, failed: 1 },
  backup: {
    daily: { hour: 2, keep: 14 },
    lastGood: { at: '2026-11-20T20:30:00.000Z', bytes: 2_147_483_648, kind: 'daily' },
    last: { at: '2026-11-22T20:30:00.000Z', kind: 'daily', state: 'failed', reason: 'No space left on device.' },
    isOverdue: true,
  },
}
const withStatus = (data: unknown): Backend => ({ ...EXTENDED_SUPERADMIN, 'GET /system': ok(data) })
const card = (name: string) => page.getByRole('group', { name })
const details = page.getByRole('region', { name: 'Details' })
const WARNING = /^There is no backup from the last 48 hours\./

test('shows backups, space, tasks and versions, and warns of an old backup', async () => {
  await openPanel('/system', withStatus(STATUS))
  await expect.element(card('Last backup')).toMatchTextContent(/21 Nov 2026.*02:00 AM, 2 GB/)
  await expect.element(card('Free space')).toMatchTextContent('10 GB')
  await expect.element(card('Waiting tasks')).toMatchTextContent('Waiting tasks3Failed: 1')
  await expect.element(details).toMatchTextContent(/At 02:00; the newest 14 are kept/)
  await expect.element(details).toMatchTextContent(/23 Nov 2026, 02:00 AM: failedNo space left on device\./)
  await expect.element(details).toMatchTextContent('PostgreSQL 18.4, 50 MB')
  await expect.element(page.getByText(WARNING)).toBeVisible()
})

test('shows that no backup was taken yet, and what a backend leaves out', async () => {
  const backup = { daily: null, lastGood: null, last: null, isOverdue: false }
  await openPanel('/system', withStatus({ ...STATUS, freeBytes: null, jobs: { waiting: 0, failed: 0 }, backup }))
  await expect.element(card('Last backup')).toMatchTextContent('Last backup—')
  await expect.element(card('Free space')).toMatchTextContent(/Free space—/)
  await expect.element(card('Waiting tasks')).toMatchTextContent('None failed')
  await expect.element(details).toMatchTextContent(/BACKUP_DIR turns it on.*No backup yet/)
  await expect.element(page.getByText(WARNING)).not.toBeInTheDocument()
})

test('offers to try again after a failure', async () => {
  await openPanel('/system', { ...EXTENDED_SUPERADMIN, 'GET /system': [503, { success: false, message: 'Busy' }] })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByText('Busy')).toBeVisible()
})

test('warns on the dashboard, with a link, only superadmins of a backend that knows', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await openPanel('/dashboard', withStatus(STATUS))
  await expect.element(page.getByText(WARNING)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the system' })).toHaveAttribute('href', '/system')
})

test.each([
  [{}, /^The history was changed outside SevaDesk\./],
  [{ isHistoryEndUnchecked: true }, /^It cannot be checked whether the end of the history is whole\./],
])('warns superadmins on the dashboard of a broken history: %j', async (more, warning) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const backup = { ...STATUS.backup, isOverdue: false }
  await openPanel('/dashboard', withStatus({ ...STATUS, backup, isHistoryIntact: false, ...more }))
  await expect.element(page.getByText(warning)).toBeVisible()
  await expect.element(page.getByText(WARNING)).not.toBeInTheDocument()
})

test.each([
  ['an admin with all sections', signedIn(['All'], { level: 1 })],
  ['a plain backend', signedIn([], { role: 'superadmin' })],
])('shows no warning and no entry to %s', async (_who, me) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await openPanel('/dashboard', { ...withStatus(STATUS), ...me })
  await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Dashboard' }).first()).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'System', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText(WARNING)).not.toBeInTheDocument()
})
