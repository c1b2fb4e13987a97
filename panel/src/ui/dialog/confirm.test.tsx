import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { useConfirm } from './confirm.tsx'

function Asker() {
  const { confirm, notice } = useConfirm()
  const [answers, setAnswers] = useState<string[]>([])

  async function ask() {
    const answer = await confirm({ title: 'Sure?', text: 'It goes.', confirmLabel: 'Yes, go', tone: 'danger' })
    setAnswers((before) => [...before, String(answer)])
  }

  async function tellAndMoveOn() {
    await notice({ title: 'Gone!', text: 'It went.', tone: 'success' })
    document.getElementById('next')?.focus()
  }

  function askAndBeTold() {
    void ask()
    void notice({ title: 'Late!', text: 'Something else went.', tone: 'error' })
  }

  return (
    <>
      <button type="button" onClick={askAndBeTold}>
        Ask and be told
      </button>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <button type="button" onClick={() => void Promise.all([ask(), ask()])}>
        Ask twice
      </button>
      <button type="button" onClick={() => void tellAndMoveOn()}>
        Tell
      </button>
      <button type="button" id="next">
        Next
      </button>
      <output>{answers.join(' ')}</output>
    </>
  )
}

test('the safe choice has focus, and Enter on it changes nothing', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask', exact: true }).click()
  const dialog = screen.getByRole('alertdialog', { name: 'Sure?' })
  await expect.element(dialog).toMatchTextContent('It goes.')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false')
})

test('Escape is a no, and focus goes back to where it came from', async () => {
  const screen = await renderPart(<Asker />)
  const ask = screen.getByRole('button', { name: 'Ask', exact: true })
  await ask.click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false')
  await expect.element(ask).toHaveFocus()
})

test('only the confirming button is a yes', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask', exact: true }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('true')
})

test('one answer never counts for two questions', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask twice' }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false true')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('a notice that comes late waits until the question is answered', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask and be told' }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Late!' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('true')
})

test('focus that is set after a notice stays where it was set', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Tell' }).click()
  await expect.element(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const next = screen.getByRole('button', { name: 'Next' })
  await expect.element(next).toHaveFocus()
  // What the dialog might still do on leaving, it does in the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(next).toHaveFocus()
})

function AskerOfLongName() {
  const { confirm } = useConfirm()
  const text = `${'vriddhashram.karyalay.'.repeat(4)} goes.`
  return (
    <button type="button" onClick={() => void confirm({ title: 'Sure?', text, confirmLabel: 'Yes, go' })}>
      Ask
    </button>
  )
}

test('a name without a space in it breaks, so that the buttons stay in the window', async () => {
  await page.viewport(320, 640)
  const { getByRole } = await renderPart(<AskerOfLongName />)
  await getByRole('button', { name: 'Ask' }).click()
  const { right } = getByRole('button', { name: 'Yes, go' }).element().getBoundingClientRect()
  expect(right).toBeLessThan(320)
})
