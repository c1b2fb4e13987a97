import { toast } from 'react-hot-toast/headless'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from './backend.ts'
import { type Backend, openPanel, SUPERADMIN } from './open-panel.tsx'

/** Text of a value printed without validation, or of a page that crashed. */
const RAW_VALUE = /\b(undefined|null|NaN|Infinity)\b|Invalid Date|\[object |Something went wrong/

/** Options of `vi.waitFor` for tests with many cases on one page. */
export const WAIT_OPTIONS = { interval: 10, timeout: 30_000 }

/** Collects console errors and warnings until mocks are restored. */
export function watchConsole(): string[] {
  const consoleErrors: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    // The dashboard logs load errors (specification, section 8).
    if (!String(words[0]).startsWith('Dashboard: ')) consoleErrors.push(words.map(String).join(' '))
  })
  vi.spyOn(console, 'warn').mockImplementation((...words) => {
    // React Aria's warning about a tooltip on a disabled button.
    if (!String(words[0]).startsWith('<Focusable>')) consoleErrors.push(words.map(String).join(' '))
  })
  return consoleErrors
}

/** Opens the panel at a path. Failed requests are retried without delay. */
export async function openMalformedPanel(path: string, responses: Backend = {}, who: Backend = SUPERADMIN) {
  const panel = await openPanel('/no-such-page', { ...who, ...responses })
  const { queryClient, router } = panel
  const { queries, ...otherDefaults } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...otherDefaults, queries: { ...queries, retryDelay: 0 } })
  await expect.element(page.getByText('404 - Page Not Found')).toBeVisible()
  await router.navigate({ to: path })
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()

  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), WAIT_OPTIONS)

  /** Changes the backend's responses and refetches everything but the current admin. */
  async function refetch(changed: Backend): Promise<void> {
    toast.remove()
    await respondWith({ ...who, ...responses, ...changed })
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey.join() !== 'me' }, { throwOnError: false })
  }

  return { ...panel, refetch }
}

/**
 * Fails for a blank page, a raw value in a text or attribute, injected markup that ran, or a
 * console error.
 */
export function expectNoRawValues(consoleErrors: readonly string[]): void {
  const main = document.querySelector('main')
  expect(main?.querySelector('h1')?.textContent).toBeTruthy()
  const words = [...textsOf(document.body), ...attributesOf(document.body)]
  expect(words.filter((text) => RAW_VALUE.test(text))).toEqual([])
  expect(Reflect.get(window, 'hit'), 'markup that ran').toBeUndefined()
  expect(consoleErrors).toEqual([])
}

const ATTRIBUTES = ['aria-label', 'title', 'alt', 'href', 'src', 'datetime', 'value', 'placeholder']

function attributesOf(place: Element): string[] {
  const elements = [...place.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())]
  const typed = [...place.querySelectorAll('input, textarea')].map((field) => `${Reflect.get(field, 'value')}`)
  return [...elements.flatMap((element) => ATTRIBUTES.map((name) => element.getAttribute(name) ?? '')), ...typed]
}

/** Texts of single nodes, so that the texts of two cells do not join. */
function textsOf(place: Element): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.matches('script, style')) texts.push(node.textContent ?? '')
  }
  return texts
}

/** Clicks the first enabled button with that name. Faster than a locator by role. */
export async function press(name: string | RegExp): Promise<void> {
  const isNamed = (words: string) => (typeof name === 'string' ? words === name : name.test(words))
  const button = await vi.waitFor(() => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => !one.disabled && isNamed((one.getAttribute('aria-label') ?? one.textContent).trim()),
    )
    if (!button) throw new Error(`There is no button ${name} to press`)
    return button
  }, WAIT_OPTIONS)
  button.click()
}
