import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { type Backend, NOBODY, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { watchCalls } from '../../../testing/sent-calls.ts'
import { LANGUAGE_KEY } from '../../locales/initial-language.ts'
import { chooseLanguage } from '../../locales/language.ts'
import { SCREEN_MESSAGES } from '../../locales/screen-messages.ts'

const HINDI_HEADING = 'कार्यक्रम'
const UNSENT_KEY = 'sevadesk_language_unsent'
const SAVE = 'PUT /admin/me/language'

/** `seva`, whose account keeps a language. */
function account(language?: string): Backend {
  const backend = signedIn(['Events'])
  const [status, me] = backend['GET /admin/me'] ?? [200, {}]
  return {
    ...backend,
    'GET /admin/me': [status, { ...(me as object), level: 1, language }],
    'GET /event': ok([]),
    [SAVE]: [200, { success: true, message: 'Saved' }],
    'POST /admin/login': [200, { success: true, token: 't', message: 'Welcome' }],
  }
}

/** Keeps `localStorage` at the next `openPanel`, as a reload does. */
const keepStorage = () => vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(() => {})

async function openLanguages() {
  await page.getByRole('button', { name: 'Account of seva' }).click()
}
const choose = (name: string) => page.getByRole('menuitemradio', { name }).click()
const heading = page.getByRole('heading', { level: 1 })

test('starts in the language of the account and remembers it in the browser', async () => {
  await openPanel('/events', account('hi'))
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('hi')
})

test('stores a choice in the user menu with the account', async () => {
  await openPanel('/events', account())
  const calls = watchCalls()
  await openLanguages()
  await choose('हिन्दी')
  await expect.poll(() => calls).toEqual([[SAVE, { language: 'hi' }]])
})

test('a choice on the login screen replaces the language of the account', async () => {
  const screen = await openPanel('/', NOBODY)
  await respondWith(account('en'))
  const calls = watchCalls()
  await screen.getByRole('radio', { name: 'हिन्दी' }).click()
  await screen.getByRole('textbox', { name: 'यूज़रनेम' }).fill('seva')
  await screen.getByLabelText('पासवर्ड', { exact: true }).fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  await expect.poll(() => calls.at(-1)).toEqual([SAVE, { language: 'hi' }])
})

test('sends no language to a plain backend', async () => {
  await openPanel('/events', { ...signedIn(['Events']), 'GET /event': ok([]) })
  const calls = watchCalls()
  await openLanguages()
  await choose('हिन्दी')
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  expect(calls).toEqual([])
})

test('shows an error when the texts of a language cannot be loaded', async () => {
  await openPanel('/events', account())
  vi.spyOn(SCREEN_MESSAGES, 'hi').mockRejectedValue(new Error('connection lost'))
  await openLanguages()
  await choose('हिन्दी')
  await expect.element(page.getByText(/^Could not change the language/)).toBeVisible()
  await expect.element(heading).toMatchTextContent('Events Management')
})

test('the last of several quick choices wins', async () => {
  await openPanel('/events', account())
  let finish = (_failed: boolean) => {}
  vi.spyOn(SCREEN_MESSAGES, 'hi').mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        finish = (failed) => (failed ? reject(new Error('connection lost')) : resolve({ messages: {} }))
      }),
  )
  for (const isFailed of [false, true]) {
    await openLanguages()
    await choose('हिन्दी')
    await choose('English')
    finish(isFailed)
    await userEvent.keyboard('{Escape}')
    await expect.element(heading).toMatchTextContent('Events Management')
    expect(localStorage.getItem(LANGUAGE_KEY)).toBe('en')
    await expect.element(page.getByText(/^Could not change the language/)).not.toBeInTheDocument()
  }
})

test('a choice that was not saved wins at the next start and is sent again', async () => {
  const { [SAVE]: _save, ...withoutSave } = account('en')
  const first = await openPanel('/events', withoutSave)
  const calls = watchCalls()
  await openLanguages()
  await choose('हिन्दी')
  await expect.poll(() => calls).toHaveLength(1)
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  await first.unmount()
  keepStorage()
  const second = await openPanel('/events', account('en'))
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls[1]).toEqual([SAVE, { language: 'hi' }])
  await expect.poll(() => localStorage.getItem(UNSENT_KEY)).toBeNull()
  await second.unmount()
  keepStorage()
  await openPanel('/events', account('en'))
  await expect.element(heading).toMatchTextContent('Events Management')
})

test('the unsaved choice of one account does not change another', async () => {
  vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(() => {
    localStorage.setItem(LANGUAGE_KEY, 'hi')
    localStorage.setItem(UNSENT_KEY, 'another hi')
  })
  await openPanel('/events', account('en'))
  await expect.element(heading).toMatchTextContent('Events Management')
  expect(localStorage.getItem(UNSENT_KEY)).toBe('another hi')
})

test('saves quick choices one after the other, and keeps the last one until it is stored', async () => {
  await openPanel('/events', account())
  const send = window.fetch
  const bodies: unknown[] = []
  let finishFirst = () => {}
  const first = new Promise<void>((resolve) => {
    finishFirst = resolve
  })
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    if (init?.method !== 'PUT') return send(address, init)
    bodies.push(JSON.parse(String(init.body)))
    if (bodies.length === 1) await first
    if (bodies.length === 3) throw new TypeError('connection lost')
    return send(address, init)
  })
  for (const language of ['हिन्दी', 'English', 'हिन्दी']) {
    await page.getByRole('button', { name: /seva/ }).click()
    await choose(language)
    await userEvent.keyboard('{Escape}')
  }
  await expect.element(heading).toMatchTextContent(HINDI_HEADING)
  expect(bodies).toEqual([{ language: 'hi' }])
  finishFirst()
  await expect.poll(() => bodies).toEqual([{ language: 'hi' }, { language: 'en' }, { language: 'hi' }])
  expect(localStorage.getItem(UNSENT_KEY)).toMatch(/ hi$/)
})

test('keeps a language chosen while the account’s language is loading', async () => {
  const screen = await openPanel('/', NOBODY)
  await respondWith(account('hi'))
  const messages = await SCREEN_MESSAGES.hi()
  let load = () => {}
  vi.spyOn(SCREEN_MESSAGES, 'hi').mockReturnValueOnce(
    new Promise((resolve) => {
      load = () => resolve(messages)
    }),
  )
  await screen.getByRole('textbox', { name: 'Username' }).fill('seva')
  await screen.getByLabelText('Password', { exact: true }).fill('right')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => vi.mocked(SCREEN_MESSAGES.hi).mock.calls).toHaveLength(1)
  await chooseLanguage('en')
  load()
  await expect.element(heading).toMatchTextContent('Events Management')
})
