import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ROOT } from '../support/program.ts'
import { test } from '../support/test.ts'

const FODDER = 'a'.repeat(24)

/** Replaces Razorpay's checkout script. Pays as soon as the page opens the checkout. */
const CHECKOUT = `
  class Razorpay {
    constructor(options) { this.options = options }
    open() {
      if (!this.options.key || !this.options.amount) throw new Error('What does the checkout show?')
      window.payAtRazorpay(this.options.order_id).then((proof) => this.options.handler(proof))
    }
  }`

/** Opens the example page of docs/public-site.md, with the address of the test server. */
async function openGivingPage(visitor: Page, { apiUrl, lang }: { apiUrl: string; lang: string }) {
  const text = await readFile(join(ROOT, 'docs/public-site.md'), 'utf8')
  const [, example = ''] = /```html\n(.*?)```/s.exec(text) ?? []
  const html = example.replace('https://admin.example.org', apiUrl)
  expect(html).toContain(apiUrl)
  await visitor.route('https://checkout.razorpay.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: CHECKOUT }),
  )
  // Chromium blocks local calls from an intercepted page, so the site's real page gets the content.
  await visitor.setContent(`<!doctype html><html lang="${lang}"><title>Give</title>${html}`)
}

test('the documented donation page accepts a donation', async ({ visitor, sevadesk, site }) => {
  const errors: unknown[] = []
  visitor.on('pageerror', (error) => errors.push(error))
  await visitor.exposeFunction('payAtRazorpay', (orderId: string) => site.razorpay.pay(orderId))
  await sevadesk.sql.all(
    `insert into purposes (id, name_en, name_hi, position, created_at, retired_at)
      values (?, 'Fodder', 'चारा', 1, '', null), (?, 'Fair', 'मेला', 2, '', 'x')`,
    ...[FODDER, 'f'.repeat(24)],
  )
  await openGivingPage(visitor, { apiUrl: sevadesk.apiUrl, lang: 'en' })
  const donation = async (name: string) => {
    const columns = 'amount, status, receipt_number, purpose, purpose_id'
    const [row] = await sevadesk.sql.all(`select ${columns} from donations where donor_name = ?`, name)
    return row
  }
  const purpose = visitor.getByLabel('Purpose')
  await expect(purpose.locator('option')).toHaveText(['Where it is needed most', 'Fodder'])
  await visitor.getByPlaceholder('Name').fill('Asha')
  await visitor.locator('[name=rupees]').fill('101')
  await visitor.getByRole('button', { name: 'Give' }).click()
  await expect(visitor.getByRole('status')).toHaveText('Thank you! Your receipt is ready.')
  expect(await donation('Asha')).toMatchObject({ status: 'captured', purpose: null, purpose_id: null })

  await visitor.getByPlaceholder('Name').fill('Meera जोशी')
  await visitor.locator('[name=rupees]').fill('501')
  await purpose.selectOption('Fodder')
  await visitor.getByRole('button', { name: 'Give' }).click()
  // The thanks for the first donation still show.
  await expect
    .poll(() => donation('Meera जोशी'))
    .toMatchObject({
      ...{ amount: 501_00, status: 'captured', receipt_number: expect.stringMatching(/\d/) },
      ...{ purpose: 'Fodder', purpose_id: FODDER },
    })
  expect(errors).toEqual([])
})

test('the documented donation page shows in its language why a donation is refused @full', async ({
  visitor,
  sevadesk,
}) => {
  await openGivingPage(visitor, { apiUrl: sevadesk.apiUrl, lang: 'hi' })
  await visitor.locator('[name=rupees]').fill('0')
  await visitor.getByRole('button', { name: 'Give' }).click()
  await expect(visitor.getByRole('status')).toHaveText('राशि कम से कम ₹1 होनी चाहिए।')
})
