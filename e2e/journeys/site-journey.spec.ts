import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { textOfPdf } from '../support/pdf.ts'
import { callFrom, jsonOf } from '../support/site.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const GIFT = {
  amount: 12_34_567_50,
  donorName: 'Meera जोशी',
  donorEmail: 'meera.joshi@example.org',
  donorPhone: '+919811122233',
  donorPan: 'ABCPJ1234K',
  purpose: 'गौ सेवा',
}

test('a donation from the public site: order, payment, receipt, refund @gate @pg', async ({
  page,
  driver,
  visitor,
  sevadesk,
  site,
}) => {
  const { apiUrl } = sevadesk
  const { razorpay } = site
  const donations = donationsOf(page, driver)
  const call = (path: string, body?: unknown) => callFrom(visitor, `${apiUrl}/api/donate${path}`, body)
  const ordered = await call('/order', GIFT)
  expect(ordered.status, Buffer.from(ordered.bytes, 'base64').toString()).toBeLessThan(300)
  const { orderId } = jsonOf<{ orderId: string }>(ordered)

  await test.step('before the payment the panel shows the order without a receipt', async () => {
    await signInByHttp(page, sevadesk)
    await page.goto('/donations')
    await expect(donations.rows.first()).toContainText(GIFT.donorName)
    await expect(donations.rows.first()).toContainText('Created')
    await donations.open(0)
    await driver.press(donations.receiptButton)
    await expect(page.getByText('No receipt available for this donation.', { exact: true })).toBeVisible()
    await donations.close()
  })

  const proof = razorpay.pay(orderId)
  const token = await test.step('two webhook events for the payment create one receipt', async () => {
    for (const event of ['payment.captured', 'order.paid', 'payment.captured']) {
      expect(await razorpay.sendEvent(apiUrl, event, proof.razorpay_payment_id)).toBe(200)
    }
    const verified = jsonOf<{ status: string; receiptToken: string }>(await call('/verify', proof))
    expect(verified.status).toBe('captured')
    return verified.receiptToken
  })

  const paid = await test.step('the donor downloads the receipt', async () => {
    const { status, type, bytes } = await call(`/receipt/${token}`)
    expect(status).toBe(200)
    expect(type).toContain('application/pdf')
    const text = await textOfPdf(Buffer.from(bytes, 'base64'))
    for (const words of ['Meeraजोशी', '12,34,567.50', 'गौसेवा', proof.razorpay_payment_id]) expect(text).toContain(words)
    expect(text).toContain('TwelveLakhThirtyFourThousandFiveHundred')
    expect(text).not.toContain('CANCELLED')
    return text
  })

  await test.step('a changed token returns 404; another origin is blocked', async () => {
    for (const wrong of [token.slice(0, -1), token + token, `${token}x`]) {
      expect((await call(`/receipt/${wrong}`)).status).toBe(404)
    }
    await visitor.goto(site.foreignUrl)
    await expect(call(`/receipt/${token}`)).rejects.toThrow('Failed to fetch')
    await visitor.goto(site.url)
  })

  const number = await test.step('the panel saves the same receipt under its number', async () => {
    await page.reload()
    await expect(donations.rows.first()).toContainText('Success')
    await expect(donations.rows.first()).toContainText('₹12,34,567.50')
    await donations.open(0)
    const number = await donations.field('Receipt number')
    expect(paid).toContain(number.replace(/\s/g, ''))
    const { name, text } = await savedReceipt(page, () => driver.press(donations.receiptButton))
    expect(name).toBe(`receipt-${number.replaceAll('/', '-')}.pdf`)
    expect(text).toBe(paid)
    await donations.close()
    return number
  })

  await test.step('a refund cancels the receipt, which keeps its number', async () => {
    razorpay.refund(proof.razorpay_payment_id)
    expect(await razorpay.sendEvent(apiUrl, 'refund.processed', proof.razorpay_payment_id)).toBe(200)
    await page.reload()
    await expect(donations.rows.first()).toContainText('Refunded')
    await donations.open(0)
    const { text } = await savedReceipt(page, () => driver.press(donations.receiptButton))
    expect(text).toContain('CANCELLED')
    expect(text).toContain(number.replace(/\s/g, ''))
    await donations.close()
  })

  await test.step('an expired link is rejected for the donor, not for staff', async () => {
    await sevadesk.sql.all(
      "update donations set receipt_expires_at = '2020-01-01T00:00:00.000Z' where order_id = ?",
      orderId,
    )
    expect((await call(`/receipt/${token}`)).status).toBe(410)
    await donations.open(0)
    expect((await savedReceipt(page, () => driver.press(donations.receiptButton))).text).toContain('CANCELLED')
  })
})

test('a message from the public site arrives as text; a foreign origin is blocked', async ({
  page,
  visitor,
  sevadesk,
  site,
}) => {
  const send = (message: string) =>
    callFrom(visitor, `${sevadesk.apiUrl}/api/message/addMessage`, {
      name: 'सुनीता देवी',
      email: 'sunita@example.org',
      subject: 'नेत्र शिविर',
      message,
    })
  expect((await send('अगला शिविर कब है?\n<b onclick="alert(1)">पता</b>')).status).toBe(200)
  await visitor.goto(site.foreignUrl)
  await expect(send('From elsewhere')).rejects.toThrow('Failed to fetch')

  await signInByHttp(page, sevadesk)
  await page.goto('/message')
  const letters = tableOf(page, 'User Messages')
  await expect(letters.rows).toHaveCount(1)
  await letters.rows.getByRole('button').filter({ hasText: 'अगला शिविर' }).click()
  await expect(page.getByRole('dialog')).toContainText('<b onclick="alert(1)">पता</b>')
})

async function savedReceipt(page: Page, press: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await press()
  const file = await saving
  return { name: file.suggestedFilename(), text: await textOfPdf(await readFile(await file.path())) }
}
