import { toast as raised, useToasterStore } from 'react-hot-toast/headless'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { toast } from './toast.tsx'

beforeEach(() => raised.removeAll())

/** The timeout of each toast in the store. */
function Durations() {
  const { toasts } = useToasterStore()
  return <output>{toasts.map((item) => `${item.type} ${item.duration}`).join(', ')}</output>
}

test('announces a toast politely and lets the user dismiss it', async () => {
  const screen = await renderPart(null)
  toast.error('Failed to save photo')
  const live = screen.getByRole('status')
  await expect.element(live).toHaveAttribute('aria-live', 'polite')
  await expect.element(live).toMatchTextContent('Failed to save photo')
  await screen.getByRole('button', { name: 'Close message' }).click()
  await expect.element(live).toHaveTextContent('')
})

test('shows success toasts for two seconds and others for four', async () => {
  const screen = await renderPart(<Durations />)
  toast.success('Saved')
  toast.error('Failed')
  toast.plain('By the way')
  await expect.element(screen.getByText('blank 4000, error 4000, success 2000')).toBeVisible()
})

test('a toast disappears although an earlier one was removed with the focus', async () => {
  const screen = await renderPart(null)
  toast.error('Earlier')
  const closing = screen.getByRole('button', { name: 'Close message' })
  await expect.element(closing).toBeVisible()
  ;(closing.element() as HTMLElement).focus()
  raised.removeAll()
  await expect.element(closing).not.toBeInTheDocument()
  toast.success('Later')
  await expect.element(screen.getByText('Later')).toBeVisible()
  await expect.poll(() => screen.getByText('Later').query(), { timeout: 10_000 }).toBeNull()
})

test('shows a repeated message once, for its full time again', async () => {
  const screen = await renderPart(<Durations />)
  toast.error('Failed to save photo')
  toast.plain('Failed to save photo')
  toast.error('Failed to save photo')
  const closeButtons = screen.getByRole('button', { name: 'Close message' })
  await expect.element(closeButtons).toHaveLength(2)
  await expect.element(screen.getByText('error 4000, blank 4000')).toBeVisible()
  await closeButtons.first().click()
  toast.error('Failed to save photo')
  await expect.element(closeButtons).toHaveLength(2)
})

const TALL_DIALOG = (
  <Dialog title="Details" isOpen>
    <div style={{ height: 500 }} />
    <div>
      <button type="button">Save</button>
    </div>
  </Dialog>
)
const STICKY_BAR = (
  <>
    <div style={{ height: 2000 }} />
    <div data-toasts="above" style={{ position: 'sticky', bottom: 0, height: 60 }}>
      <button type="button">Save</button>
    </div>
  </>
)

test.each([
  ['a tall dialog', TALL_DIALOG],
  ['a bar that sticks to the end of the window', STICKY_BAR],
])('a toast moves nothing, and is above the buttons of %s', async (_of, part) => {
  await page.viewport(360, 640)
  const screen = await renderPart(part)
  const button = screen.getByRole('button', { name: 'Save' })
  await expect.element(button).toBeVisible()
  const before = button.element().getBoundingClientRect()
  toast.error('Failed to download receipt.')
  const close = screen.getByRole('button', { name: 'Close message' })
  await expect.element(close).toBeVisible()
  expect(button.element().getBoundingClientRect()).toEqual(before)
  const { top, bottom } = close.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(before.top)
})

test('a toast moves up when buttons appear below it', async () => {
  await page.viewport(360, 640)
  const screen = await renderPart(null)
  toast.error('Failed to download receipt.')
  const close = screen.getByRole('button', { name: 'Close message' })
  await expect.element(close).toBeVisible()
  const bar = document.createElement('div')
  bar.dataset.toasts = 'above'
  bar.style.cssText = 'position: fixed; bottom: 0; height: 60px'
  document.body.append(bar)
  const gap = () => bar.getBoundingClientRect().top - close.element().getBoundingClientRect().bottom
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  bar.remove()
  await expect.poll(() => close.element().getBoundingClientRect().bottom).toBeGreaterThan(580)
})

test('shows at most 20 toasts at once', async () => {
  const screen = await renderPart(null)
  for (let number = 1; number <= 25; number++) toast.plain(`Message ${number}`)
  await expect.element(screen.getByText('Message 25')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Close message' }).elements()).toHaveLength(20)
})
