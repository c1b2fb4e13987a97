import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { holdResponses } from '../../../testing/held-responses.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { fillSilently } from '../../../testing/silent-fill.ts'
import { activateLanguage } from '../../locales/language.ts'

const ME = signedIn(['UpdatePassword', 'Profile'])
const CHANGE = 'PUT /admin/update-password'
const GOOD = { old: 'Old-pass1!', next: 'New-pass2!', confirm: 'New-pass2!' }

const field = (name: string) => page.getByLabelText(name, { exact: true })
const current = field('Current password')
const next = field('New password')
const confirmed = field('Confirm new password')
const send = page.getByRole('button', { name: 'Update password' })
const open = (backend: Backend = ME) => openPanel('/update-password', backend)

async function enter(passwords: { old: string; next: string; confirm: string }) {
  await current.fill(passwords.old)
  await next.fill(passwords.next)
  await confirmed.fill(passwords.confirm)
}

test.each([
  ['Current password is required', current, { ...GOOD, old: '' }],
  ['Current password is required', current, { old: '', next: '', confirm: '' }],
  ['New password is required', next, { ...GOOD, next: '' }],
  ['Password does not meet requirements', next, { ...GOOD, next: 'New_pass2', confirm: 'other' }],
  ['Please confirm your new password', confirmed, { ...GOOD, confirm: '' }],
  ['Passwords do not match', confirmed, { ...GOOD, confirm: 'New-pass2?' }],
  [
    'New password must be different from old password',
    next,
    { old: 'Aa1!aaaa', next: 'Aa1!aaaa', confirm: 'Aa1!aaaa' },
  ],
])('shows “%s” at its field, focuses the field, and sends nothing', async (words, at, passwords) => {
  await open()
  const sent = watchCalls()
  await enter(passwords)
  await send.click()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(at).toHaveFocus()
  await expect.element(at).toHaveAccessibleDescription(words)
  expect(page.getByRole('form').element().querySelectorAll('[aria-invalid]')).toHaveLength(1)
  expect(sent).toEqual([])
})

test('sends passwords that were filled in without events, also after a change of another field', async () => {
  await open({ ...ME, [CHANGE]: [200, ''] })
  await expect.element(current).toBeVisible()
  const calls = watchCalls()
  fillSilently('oldPassword', GOOD.old)
  await next.fill(GOOD.next)
  fillSilently('confirmPassword', GOOD.confirm)
  await send.click()
  const sent = { oldPassword: GOOD.old, newPassword: GOOD.next, confirmPassword: GOOD.confirm }
  await expect.poll(() => calls[0]).toEqual([CHANGE, sent])
  await expect.element(current).toHaveValue('')
})

test('updates which requirements are met while the user types', async () => {
  await open()
  const list = page.getByRole('list', { name: 'The password must have' })
  await expect.element(list).toHaveAttribute('aria-live', 'polite')
  const missing = () => [...list.element().children].filter((item) => item.textContent?.endsWith(': not met')).length
  expect(missing()).toBe(5)
  for (const [typed, left] of [
    ['aaaaaaaa', 3],
    ['Aaaaaaaa', 2],
    ['Aaaaaaa1', 1],
    ['Aaaaaa1-', 1],
    ['Aaaaaa1!', 0],
  ] as const) {
    await next.fill(typed)
    expect(missing(), typed).toBe(left)
  }
})

test('announces a met requirement with its name', async () => {
  await open()
  const list = page.getByRole('list', { name: 'The password must have' })
  await expect.element(list).toBeVisible()
  const announced = new Set<string>()
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const changed = target instanceof Element ? target : target.parentElement
      announced.add((changed?.closest('[aria-atomic="true"]') ?? target).textContent ?? '')
    }
  })
  observer.observe(list.element(), { subtree: true, childList: true, characterData: true })
  await next.fill('a')
  await expect.poll(() => [...announced]).toEqual(['a lowercase letter: met'])
  observer.disconnect()
})

test('gives each field its own toggle and autocomplete value', async () => {
  const { container } = await open()
  await expect.element(current).toBeVisible()
  const kinds = () => [current, next, confirmed].map((locator) => locator.element().getAttribute('type'))
  const toggles = page.getByRole('button', { name: /: show$/ })
  await expect.element(toggles).toHaveLength(3)
  expect(toggles.elements().map((toggle) => toggle.getAttribute('aria-label'))).toEqual([
    'Current password: show',
    'New password: show',
    'Confirm new password: show',
  ])
  await toggles.nth(1).click()
  expect(kinds()).toEqual(['password', 'text', 'password'])
  await page.getByRole('button', { name: 'New password: hide' }).click()
  expect(kinds()).toEqual(['password', 'password', 'password'])
  expect([...container.querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete'))).toEqual([
    'username',
    'current-password',
    'new-password',
    'new-password',
  ])
  expect(container.querySelector<HTMLInputElement>('input[name=username]')?.value).toBe('seva')
})

test('sends once on a double click, reports success, clears the fields and stays on the page', async () => {
  const screen = await open({ ...ME, [CHANGE]: [200, ''] })
  const { calls, release } = holdResponses(CHANGE)
  await enter(GOOD)
  await userEvent.dblClick(send)
  release() // a second click after the response would be a new attempt
  await expect.element(page.getByText('Password updated successfully')).toBeVisible()
  expect(calls).toEqual([CHANGE])
  for (const each of [current, next, confirmed]) await expect.element(each).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: 'Update Password' })).toHaveFocus()
  expect(screen.path()).toBe('/update-password')
})

test('sends the three passwords, and shows the server’s own success message', async () => {
  await open({ ...ME, [CHANGE]: [200, { success: true, message: 'Your new password counts from now on.' }] })
  const sent = watchCalls()
  await enter(GOOD)
  await send.click()
  await expect.element(page.getByText('Your new password counts from now on.', { exact: true })).toBeVisible()
  const body = { oldPassword: GOOD.old, newPassword: GOOD.next, confirmPassword: GOOD.confirm }
  expect(sent).toEqual([[CHANGE, body]])
})

test.each([
  [
    'a server message',
    [400, { success: false, message: 'The current password is wrong.' }],
    'The current password is wrong.',
  ],
  ['a refusal without a message', [200, { success: false }], 'Failed to update password. Please try again.'],
  ['a page of HTML', [200, '<!doctype html>'], 'Failed to update password. Please try again.'],
  ['a lost connection', [-1, ''], 'Failed to update password. Please try again.'],
] as const)('%s: shows a toast and an error line, and keeps the input', async (_why, response, words) => {
  await open({ ...ME, [CHANGE]: [...response] })
  const errorLine = page.getByRole('form').getByText(words, { exact: true })
  await enter(GOOD)
  await send.click()
  await expect.element(errorLine).toBeVisible()
  await expect.element(page.getByRole('status').getByText(words, { exact: true }).last()).toBeVisible()
  await expect.element(next).toHaveValue(GOOD.next)
  await expect.element(send).not.toHaveAttribute('aria-disabled')
  await current.fill('Another1!')
  await expect.element(errorLine).not.toBeInTheDocument()
})

test('locks the fields while saving, asks before leaving, and hides shown passwords afterwards', async () => {
  const screen = await open({ ...ME, [CHANGE]: [200, ''] })
  await enter(GOOD)
  await page.getByRole('button', { name: 'New password: show' }).click()
  const { release } = holdResponses(CHANGE)
  await send.click()
  for (const each of [current, next, confirmed]) await expect.element(each).toHaveAttribute('readonly')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  release()
  await expect.element(page.getByText('Password updated successfully')).toBeVisible()
  await expect.element(next).toHaveValue('')
  expect(next.element().getAttribute('type')).toBe('password')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.poll(screen.path).toBe('/profile')
})

test('announces the error again on each submit if the field already has focus', async () => {
  await open()
  await enter({ ...GOOD, confirm: 'New-pass2?' })
  const announcement = page.getByRole('form').getByRole('alert')
  await userEvent.keyboard('{Enter}')
  await expect.element(announcement).toHaveTextContent('Passwords do not match')
  const first = announcement.element().firstChild
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => announcement.element().firstChild !== first && announcement.element().textContent)
    .toBe('Passwords do not match')
  await userEvent.keyboard('{Backspace}!')
  await expect.element(page.getByText('Passwords do not match')).not.toBeInTheDocument()
  await expect.element(announcement).toBeEmptyDOMElement()
  await userEvent.keyboard('?')
  await send.click()
  await expect.element(confirmed).toHaveFocus()
  await expect.element(announcement).toBeEmptyDOMElement()
})

test('leaves without asking if only the current password is filled in', async () => {
  const screen = await open()
  await current.fill(GOOD.old)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.poll(screen.path).toBe('/profile')
})

test('shows the server’s field errors at the fields', async () => {
  const words = 'This is not your current password.'
  await open({ ...ME, [CHANGE]: [400, { success: false, message: words, fields: { oldPassword: words } }] })
  await enter(GOOD)
  await send.click()
  await expect.element(current).toHaveAccessibleDescription(words)
  await expect.element(current).toHaveFocus()
})

test('fits 320 px in Hindi', async () => {
  await open(signedIn(['UpdatePassword'], { mustChangePassword: true }))
  await expect.element(current).toBeVisible()
  await activateLanguage('hi')
  await page.viewport(320, 640)
  await expect.element(page.getByRole('heading', { name: 'पासवर्ड बदलें' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

const MADE_UP = signedIn(['Events'], { mustChangePassword: true })

test('opens the landing page after a temporary password is changed', async () => {
  const screen = await openPanel('/events', { ...MADE_UP, [CHANGE]: [200, { success: true }] })
  await expect.poll(screen.path).toBe('/update-password')
  await expect.element(page.getByText('Choose your own password first.')).toBeVisible()
  await enter(GOOD)
  await respondWith({ ...signedIn(['Events']), [CHANGE]: [200, { success: true }] })
  await send.click()
  await expect.poll(screen.path).toBe('/events')
  await screen.router.navigate({ to: '/events' })
  await expect.element(page.getByRole('heading', { name: 'Events Management' })).toBeVisible()
})

test('opens the landing page even if the current admin cannot be refetched', async () => {
  const screen = await openPanel('/', { ...MADE_UP, [CHANGE]: [200, { success: true }] })
  await expect.poll(screen.path).toBe('/update-password')
  await enter(GOOD)
  await respondWith({ 'GET /admin/me': [500, ''], [CHANGE]: [200, { success: true }] })
  await send.click()
  await expect.poll(screen.path).toBe('/events')
})
