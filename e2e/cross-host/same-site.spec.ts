import { expect } from '@playwright/test'
import { ENGINE_NAMES, test } from './cross-test.ts'
import { expectDocumentedHosting } from './hosting-checks.ts'
import { runJourney } from './journey.ts'
import { expectBearer, expectCookieAlone, withoutCookies } from './sent-credentials.ts'

test.describe.configure({ mode: 'default' })
test.use({ layout: { webServer: 'nginx', apiHost: 'api.panel.test', sessionCookie: 'same-site' } })

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

for (const name of ENGINE_NAMES) {
  const credential = name === 'webkit' ? 'bearer' : 'cookie'
  test(`API on a subdomain of the panel, ${name}: sign in, add a photo and log out by ${credential}`, async ({
    openEngine,
    cross,
  }) => {
    const phases = await runJourney(await openEngine(name), cross)
    if (credential === 'bearer') expectBearer(withoutCookies(phases))
    else expectCookieAlone(phases)
    const cookies = [...phases.login, ...phases.logout].flatMap(({ setCookie }) => setCookie)
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};|=[\w-]+\.\w+\.[\w-]+;|Expires=[^;]+; /g, ''))).toEqual([
      `__Host-sevadesk_session Max-Age=2592000; ${ATTRIBUTES}`,
      `__Secure-sevadesk_device Max-Age=34560000; ${ATTRIBUTES.replace('Path=/', 'Path=/api/admin/login')}`,
      `__Host-sevadesk_session=; Max-Age=0; ${ATTRIBUTES}`,
    ])
  })
}

test('the documented nginx file serves the panel as our server does, and streams a large upload', async ({ cross }) => {
  await expectDocumentedHosting(cross)
})
