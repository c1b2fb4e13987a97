import { toast } from 'react-hot-toast/headless'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from './backend.ts'
import { type Backend, openPanel, SUPERADMIN } from './open-panel.tsx'

/** What nobody may ever read: a value that was written out as it is. */
const RAW_VALUE = /\b(undefined|null|NaN|Infinity)\b|Invalid Date|\[object |Something went wrong/

/** For `vi.waitFor`: a hundred cases on one page must not wait a tick for each, nor fail on a machine that has much to do. */
export const SOON = { interval: 10, timeout: 10_000 }

/** Faults that the page tells the console alone, gathered until mocks are restored. */
export function watchFaults(): string[] {
  const faults: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    // The dashboard says there, and there alone, what it could not have.
    if (!String(words[0]).startsWith('Dashboard: ')) faults.push(words.map(String).join(' '))
  })
  vi.spyOn(console, 'warn').mockImplementation((...words) => {
    // A library's word on a hint beside a button that is out of use.
    if (!String(words[0]).startsWith('<Focusable>')) faults.push(words.map(String).join(' '))
  })
  return faults
}

/**
 * The whole panel at a path, before a backend whose answers `ask` changes: it waits for the answers to come, and fetches again what
 * failed at once instead of after a second.
 */
export async function openBentPanel(path: string, answers: Backend = {}, who: Backend = SUPERADMIN) {
  const panel = await openPanel('/no-such-page', { ...who, ...answers })
  const { queryClient, router } = panel
  const { queries, ...defaults } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 0 } })
  await expect.element(page.getByText('404 - Page Not Found')).toBeVisible()
  await router.navigate({ to: path })
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()

  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), SOON)

  /** Has the screen ask for everything anew but who is signed in. */
  async function ask(changed: Backend): Promise<void> {
    toast.remove()
    await answerWith({ ...who, ...answers, ...changed })
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey.join() !== 'me' }, { throwOnError: false })
  }

  return { ...panel, path: panel.path, ask }
}

/** What is on screen, with the words that only a screen reader or a pointer meets; raw values and a blank page fail the test. */
export function expectSound(faults: readonly string[]): void {
  const main = document.querySelector('main')
  expect(main?.querySelector('h1')?.textContent).toBeTruthy()
  const words = [...textsOf(document.body), ...attributesOf(document.body)]
  expect(words.filter((text) => RAW_VALUE.test(text))).toEqual([])
  expect(Reflect.get(window, 'hit'), 'markup that ran').toBeUndefined()
  expect(faults).toEqual([])
}

const ATTRIBUTES = ['aria-label', 'title', 'alt', 'href', 'src', 'datetime', 'value', 'placeholder']

function attributesOf(place: Element): string[] {
  const elements = [...place.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())]
  const typed = [...place.querySelectorAll('input, textarea')].map((field) => `${Reflect.get(field, 'value')}`)
  return [...elements.flatMap((element) => ATTRIBUTES.map((name) => element.getAttribute(name) ?? '')), ...typed]
}

/** Each text by itself: the words of two cells must not grow together. Scripts of the test page are no words of the panel. */
function textsOf(place: Element): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.matches('script, style')) texts.push(node.textContent ?? '')
  }
  return texts
}

/** Presses the first button of that name as soon as it is there to press, toasts or not. By its own words: to ask for roles takes long. */
export async function press(name: string | RegExp): Promise<void> {
  const isNamed = (words: string) => (typeof name === 'string' ? words === name : name.test(words))
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(
      (one) => !one.disabled && isNamed((one.getAttribute('aria-label') ?? one.textContent).trim()),
    )
    if (!found) throw new Error(`There is no button ${name} to press`)
    return found
  }, SOON)
  button.click()
}
