import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'

const COMMON = { location: 'Jaipur, India', ip: '203.0.113.7', isActive: true, lastSeenAt: new Date().toISOString() }
const list = (...sessions: object[]): Backend => ({
  ...signedIn(['LoginSessions']),
  'GET /admin/sessions': ok(sessions),
})
const HERE = { ...COMMON, sessionId: 's1', device: 'Chrome on Windows', isCurrent: true }
const PHONE = { ...COMMON, sessionId: 's2', device: 'Chrome on Android' }

test('shows until when a device is trusted, and ends the trust', async () => {
  await openPanel('/login-sessions', list(HERE, { ...PHONE, trustedUntil: '2026-12-23T06:00:00.000Z' }))
  const row = page.getByRole('row', { name: /^Chrome on Android/ })
  await expect.element(row).toMatchTextContent('Trusted until 23 Dec 2026')
  await expect.element(page.getByRole('button', { name: /^End trust/ })).toHaveLength(1)
  await respondWith({ ...list(HERE, PHONE), 'DELETE /admin/sessions/s2/trust': [200, { success: true }] })
  const calls = watchCalls()
  await row.getByRole('button', { name: 'End trust in Chrome on Android' }).click()
  await expect.element(page.getByText('This device needs a code at its next sign-in')).toBeVisible()
  await expect.element(row).not.toMatchTextContent('Trusted until')
  await expect.element(row).toHaveFocus()
  expect(calls).toEqual([['DELETE /admin/sessions/s2/trust', null]])
})
