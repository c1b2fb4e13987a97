import { expect } from '@playwright/test'
import { ENGINE_NAMES, test } from './cross-test.ts'
import { OTHER_DEVICES } from './devices.ts'
import { expectDocumentedHosting } from './hosting-checks.ts'
import { runJourney, runShortJourney } from './journey.ts'
import { expectBearer, expectCookieAlone, withoutCookies } from './sent-credentials.ts'

test.describe.configure({ mode: 'default' })
test.use({ layout: { webServer: 'caddy', apiHost: 'api.test', sessionCookie: 'cross-site' } })

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; Partitioned; SameSite=None'

for (const name of ENGINE_NAMES) {
  const credential = name === 'webkit' ? 'bearer' : 'cookie'
  test(`cross-site, ${name}: sign in, add a photo and log out by ${credential}`, async ({ openEngine, cross }) => {
    const phases = await runJourney(await openEngine(name), cross)
    // WebKitGTK stores no cookie set by fetch. The panel treats it as Safari and sends the token.
    if (credential === 'bearer') expectBearer(withoutCookies(phases))
    else expectCookieAlone(phases)
    const cookies = [...phases.login, ...phases.logout].flatMap(({ setCookie }) => setCookie)
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};|=[\w-]+\.\w+\.[\w-]+;|Expires=[^;]+; /g, ''))).toEqual([
      `__Host-sevadesk_cross_session Max-Age=2592000; ${ATTRIBUTES}`,
      `__Secure-sevadesk_cross_device Max-Age=34560000; ${ATTRIBUTES.replace('Path=/', 'Path=/api/admin/login')}`,
      `__Host-sevadesk_cross_session=; Max-Age=0; ${ATTRIBUTES}`,
    ])
  })
}

test('Chrome, Edge and Firefox send only the cookie, and remove a stored token', async ({ openDevice, cross }) => {
  for (const [name, device] of Object.entries(OTHER_DEVICES)) {
    await test.step(name, async () => {
      expectCookieAlone(await runShortJourney(await openDevice(device), cross))
    })
  }
})

test('the documented Caddyfile serves the panel as the server does, and streams a large upload', async ({ cross }) => {
  await expectDocumentedHosting(cross)
})
