import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { donation, plainBackend, rangesBackend } from '../../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const capabilities = ['donations.paged', 'donations.statuses', 'donations.ranges', 'donations.groups']
const SCHOOL = { _id: 'p1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: true }
const GIVEN = donation(1, { donorName: 'Asha', purpose: 'For the pupils', purposeId: 'p1' })
const BY_HAND = donation(2, { donorName: 'Ravi', purpose: 'School', purposeId: 'p1' })
const UNKNOWN = donation(3, { donorName: 'Meera', purpose: 'Gau Seva', purposeId: 'p9' })
const ALL = [GIVEN, BY_HAND, UNKNOWN]

const backend: Backend = {
  ...rangesBackend(ALL),
  ...signedIn(['Donations'], { capabilities }),
  'GET /donate/fields': [200, { success: true, data: { purposes: [SCHOOL] } }],
}
const OTHER_PAGE: [number, object] = [200, { success: true, data: [donation(20)], total: 11, page: 2 }]
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = page.getByRole('dialog')

afterEach(() => activateLanguage('en'))

test("shows the lists' name of a purpose in the language of the panel, else the donation's text", async () => {
  await openPanel('/donations', backend)
  await expect.element(rowOf('Asha')).toMatchTextContent(/School/)
  await activateLanguage('hi')
  await expect.element(rowOf('Asha')).toMatchTextContent(/विद्यालय/)
  await expect.element(rowOf('Ravi')).toMatchTextContent(/विद्यालय/)
  await expect.element(rowOf('Meera')).toMatchTextContent(/Gau Seva/)
})

test.each([
  ['Asha', 'in the list', '/donations', ['विद्यालय', 'For the pupils']],
  ['Ravi', 'in the list', '/donations', ['विद्यालय', undefined]],
  ['Asha', 'on another page', `/donations?page=2&open=${GIVEN._id}`, ['विद्यालय', 'For the pupils']],
])(
  'details of a donation of %s %s show the text that was given if it is another',
  async (name, _where, path, shown) => {
    await openPanel(path, { ...backend, 'GET /donate?page=2&limit=10': OTHER_PAGE })
    await activateLanguage('hi')
    if (path === '/donations') await rowOf(name).getByRole('button').last().click()
    await expect.element(dialog).toMatchTextContent(/उद्देश्य/)
    const textOf = (field: string) =>
      [...dialog.element().querySelectorAll('dt')].find(({ textContent }) => textContent === field)?.nextElementSibling
        ?.textContent
    expect([textOf('उद्देश्य'), textOf('दिया गया उद्देश्य')]).toEqual(shown)
  },
)

test('shows the text with a backend that has no such lists', async () => {
  await openPanel('/donations', plainBackend(ALL))
  await expect.element(rowOf('Asha')).toMatchTextContent(/For the pupils/)
})
