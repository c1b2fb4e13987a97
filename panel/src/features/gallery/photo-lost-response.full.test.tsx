import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, respondWith, stallUploads } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { dropFiles, largeFile, watchKeys } from '../../../testing/sent-forms.ts'
import { STALL_MS } from '../../media/stall-timer.ts'

const ADD = 'POST /galleryphoto/addPhoto'
const LINE_CUT: Backend[string] = [-1, '']
const SAVED: Backend[string] = [200, { success: true, data: [] }]
const REFUSED: Backend[string] = [415, { success: false, message: 'No.' }]
const LIST: Backend = { 'GET /galleryphoto/School': [200, { success: true, data: [] }] }
const PLAIN = { ...LIST, ...signedIn(['Gallery']) }
const OURS = { ...LIST, ...signedIn(['Gallery'], { level: 1 }) }

const jpeg = (name: string) => new File(['photo'], name, { type: 'image/jpeg', lastModified: 1 })

async function open(backend: Backend, ...files: File[]) {
  await openPanel('/school', backend)
  await button('Add New Photo').first().click()
  await page.getByLabelText('Title').fill('Sports day')
  dropFiles(...files)
}

test('reuses the idempotency key for the same content until a response arrives', async () => {
  await open(OURS, jpeg('one.jpg'))
  const keys = watchKeys()
  await respondWith({ ...OURS, [ADD]: LINE_CUT })
  await button('Save').click()
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await button('Save').click()
  await expect.poll(() => keys.length).toBe(2)
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await page.getByLabelText('Title').fill('Annual day')
  await expect.element(page.getByText(/^It may have been saved. Check the list below/)).toBeVisible()
  await respondWith({ ...OURS, [ADD]: REFUSED })
  await button('Save').click()
  await expect.element(page.getByRole('form').getByRole('alert')).toMatchTextContent('No.')
  await respondWith({ ...OURS, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  const [first, again, changed, afterResponse] = keys
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(again).toBe(first)
  expect(new Set([first, changed, afterResponse]).size).toBe(3)
})

test('gives each photo its own idempotency key, and does not send saved photos again', async () => {
  await open(OURS, jpeg('one.jpg'), jpeg('two.jpg'))
  const keys = watchKeys()
  await respondWith({ ...OURS, [ADD]: SAVED, [`${ADD} two.jpg`]: LINE_CUT })
  await button('Save').click()
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled')
  await respondWith({ ...OURS, [ADD]: SAVED })
  await button('Save').click()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  expect(new Set(keys).size).toBe(2)
  expect(keys[2]).toBe(keys[1])
})

test.each([
  ['a plain backend gets no idempotency key', PLAIN, /^It may have been saved. Check the list below/, 0],
  ['a backend with idempotency keys saves once', OURS, /“Save” will not save it twice/, 1],
])('warns after a lost response: %s', async (_what, backend, words, count) => {
  await open(backend, jpeg('one.jpg'))
  const keys = watchKeys()
  await respondWith({ ...backend, [ADD]: LINE_CUT })
  await button('Save').click()
  await expect.element(page.getByRole('form').getByRole('status').getByText(words)).toBeVisible()
  await expect.element(page.getByText(/Not saved/)).not.toBeInTheDocument()
  expect(keys).toHaveLength(count)
})

test('offers no cancel once everything is sent, but lets the user stop waiting', async () => {
  await open(PLAIN, jpeg('one.jpg'))
  await neverRespond()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('Save').click()
  await expect.element(page.getByText('Sent. The server is saving it…')).toBeVisible()
  await expect.element(button('Cancel')).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
  vi.advanceTimersByTime(STALL_MS)
  await expect.element(page.getByText('Sent. The server has not answered yet.')).toBeVisible()
  await button('Stop waiting').click()
  await expect.element(page.getByText(/^It may have been saved. Check the list below/)).toBeVisible()
  await expect.element(button('Save')).toHaveFocus()
})

test('reports a stalled upload without aborting it', async () => {
  await open(PLAIN, largeFile('sea.jpg', 'image/jpeg'))
  await stallUploads()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await button('Save').click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  // Socket buffers accept the first bytes before the upload stalls.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(STALL_MS)
      return page.getByText(/^The upload is not moving. Check your internet connection/).query()
    })
    .not.toBeNull()
  vi.advanceTimersByTime(100 * STALL_MS)
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Stopped. What you entered is still here.')).toBeVisible()
})
