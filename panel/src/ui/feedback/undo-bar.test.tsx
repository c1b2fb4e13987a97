import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { offerUndo, UndoBar } from './undo-bar.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

const bar = () => page.getByText('Your photo has been deleted.')
const undoButton = () => page.getByRole('button', { name: 'Undo', exact: true })

async function offer(undo: () => Promise<unknown> = () => Promise.resolve()) {
  const screen = await renderPart(
    <>
      <h1 tabIndex={-1}>Photos</h1>
      <input aria-label="Title" />
      <UndoBar />
    </>,
  )
  offerUndo({ text: 'Your photo has been deleted.', undo })
  await expect.element(bar()).toBeVisible()
  return screen
}

test('announces the offer and removes it after 10 seconds', async () => {
  await offer()
  expect(bar().element().closest('[role=status]')).not.toBeNull()
  vi.advanceTimersByTime(9_900)
  await expect.element(bar()).toBeVisible()
  vi.advanceTimersByTime(200)
  await expect.element(bar()).not.toBeInTheDocument()
})

/** As React reads that the pointer comes from outside the window, or leaves it. */
function movePointer(type: 'pointerover' | 'pointerout'): void {
  bar()
    .element()
    .dispatchEvent(new PointerEvent(type, { bubbles: true }))
}

test.each([
  ['focus', () => undoButton().element().focus(), () => page.getByLabelText('Title').element().focus()],
  ['the pointer', () => movePointer('pointerover'), () => movePointer('pointerout')],
] as const)('waits while it has %s, then for the rest of the time', async (_what, enter, leave) => {
  await offer()
  vi.advanceTimersByTime(6_000)
  await enter()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expect.element(bar()).toBeVisible()
  await leave()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(3_900)
  await expect.element(bar()).toBeVisible()
  vi.advanceTimersByTime(200)
  await expect.element(bar()).not.toBeInTheDocument()
})

test('undoes once by the button, and closes when that is done', async () => {
  let finish = () => {}
  const undo = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  await offer(undo)
  for (const _press of [1, 2])
    undoButton()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expect.element(bar()).toBeVisible()
  finish()
  await expect.element(bar()).not.toBeInTheDocument()
  expect(undo).toHaveBeenCalledTimes(1)
})

test('undoes by Ctrl+Z, but not while the user types', async () => {
  const undo = vi.fn(() => Promise.resolve())
  await offer(undo)
  await page.getByLabelText('Title').click()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undo).not.toHaveBeenCalled()
  page.getByLabelText('Title').element().blur()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(bar()).not.toBeInTheDocument()
  expect(undo).toHaveBeenCalledTimes(1)
})

test('undoes by Ctrl+Z on a Devanagari keyboard, not by another key at the place of Z', async () => {
  const undo = vi.fn(() => Promise.resolve())
  await offer(undo)
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyZ', ctrlKey: true, bubbles: true }))
  press('y') // a German layout
  expect(undo).not.toHaveBeenCalled()
  press('ॅ')
  await expect.element(bar()).not.toBeInTheDocument()
  expect(undo).toHaveBeenCalledTimes(1)
})

test('stays after a failure, with focus, so that the user can try again', async () => {
  const undo = vi.fn(() => Promise.reject(new Error('network')))
  await offer(undo)
  await undoButton().click()
  await undoButton().click()
  expect(undo).toHaveBeenCalledTimes(2)
  await expect.element(undoButton()).toHaveFocus()
})

test('closes on request and moves focus to the heading', async () => {
  await offer()
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading')).toHaveFocus()
})
