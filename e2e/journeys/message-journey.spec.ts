import { expect } from '@playwright/test'
import { textOf } from '../support/donation-figures.ts'
import { panelOf } from '../support/panel.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

test('messages: read, reply, delete; markup is shown as text @other', async ({ page, driver, server }) => {
  const panel = panelOf(page, driver)
  const list = tableOf(page, 'User Messages')
  const dialog = page.getByRole('dialog')
  await server.someMessages()
  const messages = await server.messages()
  const words = (text: unknown) => textOf(text).replace(/\s+/g, ' ')

  await test.step('sign in: each message is one line', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await panel.open('User Messages')
    await expect(list.rows).toHaveCount(messages.length)
    for (const { name, subject, message } of messages) {
      const row = list.row(words(message).slice(0, 40) || words(subject) || words(name))
      await expect(row.first()).toBeVisible()
    }
    const heights = await list.rows
      .getByRole('button', { name: /flooded/ })
      .evaluateAll((all) => all.map((line) => line.getClientRects().length))
    expect(heights).toEqual([1])
  })

  await test.step('the dialog shows a long message to its last word', async () => {
    await driver.press(list.row('Long Writer').getByRole('button', { name: /flooded/ }))
    await expect(dialog).toContainText('Please send the van on Sunday.')
    await expect(dialog.getByText('Please send the van on Sunday.')).toBeInViewport({ ratio: 0.01 })
    await expect(dialog).toContainText('01 Apr 2026')
    await closeDialog()
  })

  await test.step('the dialog keeps line breaks', async () => {
    await driver.press(list.row('Anil Kumar').getByRole('button', { name: /May we visit/ }))
    const text = dialog.getByText('May we visit on Sunday?')
    expect(await text.allInnerTexts()).toEqual(['May we visit on Sunday?\nWe are five.'])
    await closeDialog()
  })

  await test.step('markup is shown as text and never runs', async () => {
    await driver.press(list.row('onerror').getByRole('button', { name: /svg/ }))
    await expect(dialog).toContainText('<svg onload="window.hit=1"></svg>')
    await expect(dialog).toContainText('<script>window.hit=1</script>')
    await expect(dialog).toContainText('&lt;b&gt;')
    await expect(dialog.locator('a[href^="javascript"], a[href*="evil"], p img, p svg, script')).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
    await closeDialog()
  })

  await test.step('a reply goes by mail where there is an address', async () => {
    const reply = list.row('Anil Kumar').getByRole('link', { name: /^Reply to/ })
    await expect(reply).toHaveAttribute('href', 'mailto:anil@example.org?subject=Re%3A%20Visit')
    await expect(list.row('Nobody wrote this').getByRole('link')).toHaveCount(0)
  })

  await test.step('delete with confirmation and notice', async () => {
    const row = list.row('Anil Kumar')
    await driver.press(row.getByRole('button', { name: /^Delete/ }))
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Yes'])
    await driver.press(question.getByRole('button', { name: 'Yes', exact: true }))
    const notice = page.getByRole('alertdialog', { name: 'Deleted!' })
    await driver.press(notice.getByRole('button', { name: 'OK' }))
    await expect(list.rows).toHaveCount(messages.length - 1)
    await expect(row).toHaveCount(0)
    expect((await server.messages()).map(({ name }) => name)).not.toContain('Anil Kumar')
  })

  async function closeDialog() {
    await driver.press(dialog.getByRole('button', { name: 'Close', exact: true }).last())
    await expect(dialog).toBeHidden()
  }
})
