import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { donation, plainBackend } from '../../testing/donations.ts'
import { brokenWords, overflowingCells } from '../../testing/layout.ts'
import { type Backend, EXTENDED_SUPERADMIN, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'
import { activateLanguage } from '../locales/language.ts'

/** In px, without the line between rows. */
const MAX_HEIGHT = 64

const EMAILS = [
  'lakshminarayan.venkataraman@accounts.example.co.in',
  `${'a'.repeat(64)}@${'b'.repeat(60)}.example.org`,
  'meera@example.org',
]
const NAMES = ['वेंकट सुब्रमण्यम कृष्णमूर्ति अय्यर और उनका पूरा परिवार, तंजावुर', 'Lakshmi Narayan Venkataraman Iyer', '']
const PURPOSE = 'वृद्धाश्रम में दादी माँ के जन्मदिन पर सबके लिए भोजन और फलों का दान'
const DATE = '2026-09-30T12:00:00.000Z'

const DONATIONS = EMAILS.map((donorEmail, index) =>
  donation(index, {
    donorName: NAMES[index],
    donorEmail,
    donorPhone: '+91 98765 43210',
    purpose: PURPOSE,
    localStatus: ['refunded', 'cancelled', null][index],
    createdAt: DATE,
    amount: 10_00_00_000_00,
  }),
)
const MESSAGES = EMAILS.map((email, index) => ({
  ...{ _id: `m${index}`, name: NAMES[index], email, subject: PURPOSE, message: PURPOSE, createdAt: DATE },
}))
const ADMINS = EMAILS.map((email, index) => ({
  ...{ _id: `a${index}`, username: `venkata.subramaniam.krishnamurthy${index}`, email, role: 'admin', createdAt: DATE },
  sections: ['Dashboard', 'HomeVideo', 'Gallery', 'Events', 'UserInformation', 'Donations', 'Message'],
}))
const BACKEND = {
  ...plainBackend(DONATIONS),
  'GET /message/getMessage': ok(MESSAGES),
  'GET /admin': ok(ADMINS),
  ...SUPERADMIN,
} satisfies Parameters<typeof openPanel>[1]

test.each(['/donations', '/users', '/message', '/admin'])('rows of %s stay under 64 px at 1280 px', async (path) => {
  await openPanel(path, BACKEND)
  for (const language of ['en', 'hi'] as const) {
    await activateLanguage(language)
    await expect.element(page.getByRole('rowheader')).toHaveLength(3)
    const rows = page.getByRole('row').elements().slice(1)
    const heights = rows.map((row) => row.getBoundingClientRect().height)
    expect(Math.max(...heights), `${language}: ${heights}`).toBeLessThan(MAX_HEIGHT)
    expect(overflowingCells(), language).toEqual([])
    expect(brokenWords(), language).toEqual([])
  }
})

test.each([1280, 1160, 910])('the three actions of an admin lie inside the table at %i px', async (width) => {
  const admins: Backend[string] = [200, { success: true, data: ADMINS, total: 3, page: 1 }]
  await openPanel('/admin', { ...EXTENDED_SUPERADMIN, 'GET /admin': admins, 'GET /admin/superadmins': admins })
  await page.viewport(width, 800)
  await expect.element(page.getByRole('link', { name: /^History/ }).first()).toBeVisible()
  expect(overflowingCells()).toEqual([])
  expect(brokenWords()).toEqual([])
})
