import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../testing/donations.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const SCHOOL = { _id: 'p1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: true }
const GIVEN = donation(1, { donorName: 'Asha', purpose: 'For the pupils', purposeId: 'p1' })
const BY_HAND = donation(2, { donorName: 'Ravi', purpose: 'School', purposeId: 'p1' })
const UNKNOWN = donation(3, { donorName: 'Meera', purpose: 'Gau Seva', purposeId: 'p9' })
const SPELLED = donation(4, { donorName: 'Gita', purpose: ' SCHOOL', purposeId: 'p1' })
const ALL = [GIVEN, BY_HAND, UNKNOWN, SPELLED]
const NO_CHOICES = { institutions: [], modes: [], collectors: [] }
const FIELDS: Backend[string] = ok({ ...NO_CHOICES, purposes: [SCHOOL] })

const backend: Backend = {
  ...extendedBackend(ALL, [{ search: 'विद्या' }]),
  ...signedIn(['Donations'], { level: 1 }),
  'GET /donate/fields': FIELDS,
}
const TEXTS = 'GET /lists/purposes/texts?state=open&page=1&limit=25'
const OTHER_PAGE: [number, object] = [200, { success: true, data: [donation(20)], total: 11, page: 2 }]
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const purposeOf = (name: string) => rowOf(name).getByRole('cell').nth(2)
const dialog = page.getByRole('dialog')

test("shows the lists' name of a purpose in the language of the panel, else the donation's text", async () => {
  await openPanel('/donations', backend)
  await expect.element(purposeOf('Asha')).toMatchTextContent(/^School/)
  await activateLanguage('hi')
  await expect.element(purposeOf('Ravi')).toMatchTextContent(/^विद्यालय$/)
  await expect.element(purposeOf('Meera')).toMatchTextContent(/^Gau Seva$/)
})

test('shows no row before its name, and the text if the names do not load', async () => {
  const { release } = holdResponses('GET /donate/fields')
  const { queryClient } = await openPanel('/donations', { ...backend, 'GET /donate/fields': [400, { success: false }] })
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  await expect.element(page.getByText('Loading donations...')).toBeVisible()
  await expect.element(rowOf('Asha')).not.toBeInTheDocument()
  release()
  await expect.element(purposeOf('Asha')).toMatchTextContent(/^For the pupils$/)
})

test('the list shows the text that was given too, unless it is one of the names', async () => {
  await openPanel('/donations', backend)
  await expect.element(purposeOf('Asha')).toMatchTextContent(/^SchoolFor the pupils$/)
  await expect.element(purposeOf('Gita')).toMatchTextContent(/^School$/)
})

test('says which purposes a search finds, if the lists have any', async () => {
  const { unmount } = await openPanel('/donations?q=विद्या', backend)
  const hint = /Search finds the purpose as written with the donation\./
  await expect.element(page.getByText(hint)).toBeVisible()
  await unmount()
  const noPurposes: Backend = { 'GET /donate/fields': ok({ ...NO_CHOICES, purposes: [] }) }
  await openPanel('/donations?q=विद्या', { ...backend, ...noPurposes })
  await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
  await expect.element(page.getByText(/as written with the donation/)).not.toBeInTheDocument()
})

test.each([
  ['Asha', 'in the list', '/donations', ['विद्यालय', 'For the pupils']],
  ['Ravi', 'in the list', '/donations', ['विद्यालय', undefined]],
  ['Asha', 'on another page', `/donations?page=2&open=${GIVEN._id}`, ['विद्यालय', 'For the pupils']],
])(
  'the details of the gift of %s, %s, show the text that was given if it is another',
  async (name, _where, path, shown) => {
    await openPanel(path, { ...backend, 'GET /donate?page=2&limit=10': OTHER_PAGE })
    await activateLanguage('hi')
    if (path === '/donations') await rowOf(name).getByRole('button').last().click()
    await expect.element(dialog).toMatchTextContent(/उद्देश्य/)
    const textOf = (field: string) =>
      [...dialog.element().querySelectorAll('dt')].find(({ textContent }) => textContent === field)?.nextElementSibling
        ?.textContent
    expect([textOf('उद्देश्य'), textOf('दान के साथ लिखा उद्देश्य')]).toEqual(shown)
  },
)

test('shows the text on a plain backend, even if it has names', async () => {
  const names = { 'GET /donate/fields': FIELDS }
  const { queryClient } = await openPanel('/donations', plainBackend(ALL, names))
  await expect.element(rowOf('Asha')).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(purposeOf('Asha').element().textContent).toBe('For the pupils')
})

test('follows a mapping of the lists at once', async () => {
  const row = { text: 'Gau Seva', donations: 1, newestAt: UNKNOWN.createdAt, purposeId: null, proposedId: 'p1' }
  const mapping: Backend = {
    ...signedIn([], { role: 'superadmin', level: 1 }),
    'GET /lists': ok({ purposes: [SCHOOL], institutions: [] }),
    [TEXTS]: [200, { success: true, data: [row], total: 1, isCapped: false, page: 1 }],
  }
  const { router } = await openPanel('/donations', { ...backend, ...mapping })
  await expect.element(purposeOf('Meera')).toMatchTextContent(/^Gau Seva$/)
  router.history.push('/lists/mapping')
  await page.getByRole('checkbox', { name: 'Select Gau Seva', exact: true }).click()
  await respondWith({
    ...backend,
    ...mapping,
    ...extendedBackend([{ ...UNKNOWN, ...{ purposeId: 'p1' } }], [], { 'GET /donate/fields': FIELDS }),
    ...signedIn([], { role: 'superadmin', level: 1 }),
    [TEXTS]: [200, { success: true, data: [], total: 0, isCapped: false, page: 1 }],
    'PUT /lists/purposes/texts': ok({ donations: 1 }),
  })
  await page.getByRole('region', { name: 'Selected texts' }).getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('1 donation mapped')).toBeVisible()
  router.history.push('/donations')
  await expect.element(purposeOf('Meera')).toMatchTextContent(/^SchoolGau Seva$/)
})

test('follows a new name of the lists at once', async () => {
  const entry = { ...SCHOOL, isRetired: false, version: 1, donations: 3, institutionId: null, donationType: 'general' }
  const listed = (nameEn: string): Backend => ({
    ...backend,
    ...signedIn([], { role: 'superadmin', level: 1 }),
    'GET /donate/fields': ok({ ...NO_CHOICES, purposes: [{ ...SCHOOL, nameEn }] }),
    'GET /lists': ok({ purposes: [{ ...entry, nameEn }], institutions: [] }),
    'POST /editing': ok([]),
    'PUT /lists/purposes/p1': ok({ ...entry, nameEn, version: 2 }),
  })
  const { router } = await openPanel('/donations', listed('School'))
  await expect.element(purposeOf('Ravi')).toMatchTextContent(/^School$/)
  router.history.push('/lists')
  await page.getByRole('button', { name: 'Edit School', exact: true }).click()
  await page.getByRole('main').getByRole('form').getByLabelText('Name in English', { exact: true }).fill('Education')
  await respondWith(listed('Education'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('List saved')).toBeVisible()
  router.history.push('/donations')
  await expect.element(purposeOf('Ravi')).toMatchTextContent(/^EducationSchool$/)
})
