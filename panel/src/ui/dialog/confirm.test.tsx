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
        Ask, then notify
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

test('focuses the cancel button, so that Enter changes nothing', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask', exact: true }).click()
  const dialog = screen.getByRole('alertdialog', { name: 'Sure?' })
  await expect.element(dialog).toMatchTextContent('It goes.')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false')
})

test('resolves to false on Escape and restores focus', async () => {
  const screen = await renderPart(<Asker />)
  const ask = screen.getByRole('button', { name: 'Ask', exact: true })
  await ask.click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false')
  await expect.element(ask).toHaveFocus()
})

test('resolves to true only on the confirming button', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask', exact: true }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('true')
})

test('never answers two questions with one click', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask twice' }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('false true')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('shows a notice only after the open question is answered', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Ask, then notify' }).click()
  await screen.getByRole('button', { name: 'Yes, go' }).click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Late!' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('true')
})

test('keeps the focus that the caller sets after a notice', async () => {
  const screen = await renderPart(<Asker />)
  await screen.getByRole('button', { name: 'Tell' }).click()
  await expect.element(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const next = screen.getByRole('button', { name: 'Next' })
  await expect.element(next).toHaveFocus()
  // The closing dialog could still move focus in the next frame.
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

test('breaks a long name, so that the buttons stay in the window', async () => {
  await page.viewport(320, 640)
  const { getByRole } = await renderPart(<AskerOfLongName />)
  await getByRole('button', { name: 'Ask' }).click()
  const { right } = getByRole('button', { name: 'Yes, go' }).element().getBoundingClientRect()
  expect(right).toBeLessThan(320)
})
