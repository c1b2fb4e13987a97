import { toast } from 'react-hot-toast/headless'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refusal, respondWith } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { oneLine, replySubject } from './message.ts'

const ME = signedIn(['Message'])
const MARKUP = '<img src=x onerror="document.title=1">\n\n  <b>Two</b>\tthree'
const MESSAGES = [
  { _id: 'm1', name: 'Asha', email: 'asha@example.org', subject: 'Birthday', message: MARKUP },
  { _id: 'm2', name: 'Ravi', email: 'no address', subject: '', message: 'x'.repeat(5000) },
  { _id: 'm3', name: '', email: 'c@example.org', subject: 'Re: Visit\r\nBcc: all@example.org', message: '' },
]
const list = (data: unknown): Backend => ({ ...ME, 'GET /message/getMessage': ok(data) })

const rows = page.getByRole('row')
const open = (backend: Backend = list(MESSAGES)) => openPanel('/message', backend)

test('shows one line of plain text for each message, in the order of the backend', async () => {
  const { container } = await open()
  await expect.element(rows).toHaveLength(4)
  const cells = [...rows.nth(1).element().children].map((cell) => cell.textContent)
  expect(cells.slice(0, 4)).toEqual([
    'Asha',
    'asha@example.org',
    'Birthday',
    '<img src=x onerror="document.title=1"> <b>Two</b> three',
  ])
  await expect.element(page.getByRole('columnheader')).toHaveLength(5)
  await expect.element(rows.nth(3)).toMatchTextContent('No name')
  expect(container.querySelector('table img, table b')).toBeNull()
  for (const line of container.querySelectorAll('td button[aria-haspopup]')) {
    expect(line.getBoundingClientRect().height).toBeLessThan(50)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
})

test('opens the whole message with its line breaks, and returns focus to its button on Escape', async () => {
  await open()
  const line = page.getByRole('button', { name: /^<img src=x/ })
  await line.click()
  const dialog = page.getByRole('dialog', { name: 'Birthday' })
  await expect.element(dialog.getByText(/Two/)).toBeVisible()
  const text = dialog.getByText(/Two/).element()
  expect(text.textContent).toBe(MARKUP)
  expect(getComputedStyle(text).whiteSpace).toBe('pre-wrap')
  expect(dialog.element().querySelector('img, b')).toBeNull()
  await expect
    .element(dialog.getByRole('link', { name: 'Reply by e-mail' }))
    .toHaveAttribute('href', 'mailto:asha@example.org?subject=Re%3A%20Birthday')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(line).toHaveFocus()
})

test('breaks a word of 5,000 letters within the dialog at 320 px', async () => {
  await open()
  await page.viewport(320, 640)
  await page.getByRole('button', { name: /^xxx/ }).click()
  const dialog = page.getByRole('dialog', { name: 'No subject' })
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(320)
  await expect.element(dialog.getByRole('link')).not.toBeInTheDocument()
  const close = dialog.getByRole('button', { name: 'Close' }).element().getBoundingClientRect()
  expect(close.bottom).toBeLessThanOrEqual(640) // in sight, however long the message is
})

test('keeps a subject from adding mail headers to a reply, and adds no second "Re:"', async () => {
  await open()
  const reply = page.getByRole('link', { name: 'Reply to No name' })
  await expect
    .element(reply)
    .toHaveAttribute('href', 'mailto:c@example.org?subject=Re%3A%20Visit%20Bcc%3A%20all%40example.org')
  await expect.element(page.getByRole('link', { name: 'Reply to Ravi' })).not.toBeInTheDocument()
})

test.each([
  ['', ''],
  ['नमस्ते', 'Re: नमस्ते'],
  ['re: again', 're: again'],
  [' a\r\nb\u0000c\u2028d ', 'Re: a b c d'],
])('replies to the subject %j with %j', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected)
})

test('cuts a long line without splitting an emoji', () => {
  expect(oneLine(`${'a'.repeat(199)}😀tail`)).toBe(`${'a'.repeat(199)}😀`)
})

test('shows dates and sorts the newest first if the backend sends dates', async () => {
  const dated = MESSAGES.map((message, day) => ({ ...message, createdAt: `2026-03-0${day + 1}T20:00:00Z` }))
  await open(list([...dated, { _id: 'm4', name: 'Late', createdAt: 'soon' }]))
  await expect.element(page.getByRole('columnheader', { name: 'Received' })).toBeVisible()
  await expect.element(rows.nth(1)).toMatchTextContent('04 Mar 2026') // the day in the trust's time zone
  await expect.element(rows.nth(3)).toMatchTextContent('Asha')
  await expect.element(rows.nth(4)).toMatchTextContent('Late')
})

test('shows thousands of messages ten at a time', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({
    ...MESSAGES[0],
    _id: `m${index}`,
    name: `Writer ${index}`,
  }))
  const { router } = await open(list(many))
  await expect.element(page.getByText('1–10 of 3,000', { exact: true })).toBeVisible()
  await expect.element(rows).toHaveLength(11)
  await button('Page 300').click()
  await expect.element(rows.nth(10)).toMatchTextContent('Writer 2999')
  await expect.poll(() => router.state.location.search).toEqual({ page: '300' })
})

test('asks a paging backend for each page, also after a deletion', async () => {
  const ours = signedIn(['Message'], { level: 1 })
  const written = (n: number) => ({
    ...MESSAGES[0],
    _id: `m${n}`,
    name: `Writer ${n}`,
    createdAt: '2026-03-01T06:00:00Z',
  })
  const pages = (first: number, total: number): Backend =>
    Object.fromEntries(
      [1, 2].map((page): [string, Backend[string]] => {
        const data = Array.from({ length: page === 1 ? 10 : total - 10 }, (_, n) =>
          written(first + 10 * (page - 1) + n),
        )
        return [`GET /message/getMessage?page=${page}&limit=10`, [200, { success: true, data, total, page }]]
      }),
    )
  await open({ ...ours, ...pages(1, 12) })
  await expect.element(page.getByText('1–10 of 12', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Received' })).toBeVisible()
  await button('Page 2').click()
  await expect.element(rows).toHaveLength(3)
  await button('Page 1').click()
  await button('Delete message from Writer 1').click()
  // The row leaves even if the page cannot be fetched again.
  await respondWith({ ...ours, 'DELETE /message/deleteMessage/m1': [200, { success: true }] })
  await button('Yes').click()
  await expect.element(page.getByText('1–10 of 11', { exact: true })).toBeInTheDocument()
  await respondWith({ ...ours, ...pages(2, 11) })
  await button('OK').click()
  await expect.element(page.getByRole('row', { name: /^Writer 2 / })).toHaveFocus()
})

test('deletes after confirmation and focuses the next row', async () => {
  await open({ ...list(MESSAGES), 'DELETE /message/deleteMessage/m1': [200, { success: true, message: 'Gone' }] })
  await button('Delete message from Asha').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question).toMatchTextContent('The message from Asha will be permanently deleted.')
  await expect.element(button('Cancel')).toHaveFocus()
  await respondWith({ ...list(MESSAGES.slice(1)), 'DELETE /message/deleteMessage/m1': [200, { success: true }] })
  await button('Yes').click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Deleted!' }))
    .toMatchTextContent('Your message has been deleted.')
  await button('OK').click()
  await expect.element(page.getByRole('row', { name: /^Ravi/ })).toHaveFocus()
})

test('names a refusal to list the messages otherwise than a failure, and retries', async () => {
  await open({ ...ME, 'GET /message/getMessage': refusal(200, 'The box is locked.') })
  await expect.element(page.getByRole('main').getByText('Failed to load messages.', { exact: true })).toBeVisible()
  await respondWith(list(MESSAGES))
  await button('Try again').click()
  await expect.element(page.getByRole('row', { name: /^Asha/ })).toHaveFocus()
})

test('shows a refused and a failed deletion as a toast and on the page', async () => {
  await open()
  for (const response of [refusal(200, 'Not today.'), refusal(500, '')]) {
    toast.remove()
    await respondWith({ ...list(MESSAGES), 'DELETE /message/deleteMessage/m1': response })
    await button('Delete message from Asha').click()
    await button('Yes').click()
    await expect.element(page.getByText('Server error while deleting message.', { exact: true })).toHaveLength(2)
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('row', { name: /^Asha/ })).toBeVisible()
  }
})
