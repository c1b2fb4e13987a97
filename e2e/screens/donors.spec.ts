import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/screen-test.ts'

const MEERA = {
  ...{ kind: 'person', name: 'मीरा जोशी', otherNames: ['मीरा देवी'], phones: ['+919811122233'] },
  ...{ address: 'गांधी मार्ग, मथुरा', pinCode: '281001', pan: 'ABCPJ1234K', notes: 'शाम को फ़ोन करें' },
  ...{ citizenship: 'indian', consent: 'given', consentSource: 'काग़ज़ का फ़ॉर्म' },
}
const MEMBERS = [
  { name: 'हरि', pan: 'ABCPH1234K', share: 3333 },
  { name: 'राधा', share: 6667 },
]
const HARI = { kind: 'unknown', name: 'हरि जोशी', phones: ['+919811122233'], members: MEMBERS }

const pdfNamed = (name: string, mimeType = 'application/pdf') => ({
  ...{ name, mimeType },
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
})

test('every state of the donors @full', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/donors\b/)
  await signInByHttp(page, sevadesk)
  const main = page.getByRole('main')
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const headers = { origin: new URL(sevadesk.panelUrl).origin }
    const response = await page.request.fetch(`${sevadesk.apiUrl}/api${path}`, { method, data, headers })
    expect(response.ok(), await response.text()).toBe(true)
    return String((await response.json()).data._id)
  }

  await page.goto('/donors')
  await expect(main.getByText(labels.noDonors)).toBeVisible()
  await check('donors: empty')
  const [meera, hari] = [await send('POST', '/donors', MEERA), await send('POST', '/donors', HARI)]
  await page.reload()
  await expect(main.getByRole('row')).toHaveCount(3)
  await check('donors: list')
  await page.goto('/donors?q=कोई')
  await expect(main.getByText(labels.noDonors)).toBeVisible()
  await check('donors: nothing found')

  await page.goto('/donors')
  await main.getByRole('button', { name: labels.addDonor }).click()
  await page.locator('[name=phones]').fill('929876543210')
  await page.locator('[name=pan]').first().fill('ABCDE1234')
  await main.getByRole('button', { name: labels.save }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await holdToast(page)
  await check('donors: form refused')

  await page.goto(`/donors?open=${meera}`)
  await expect(main.getByText('••••••234K')).toBeVisible()
  await expect(main.getByText(labels.noCertificates)).toBeVisible()
  await check('donors: a record')
  const receivedOn = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Kolkata' })
  const gift = await send('POST', '/gifts', { mode: 'cash', donorId: meera, receivedOn, amount: 5000_00 })
  await send('PUT', `/gifts/${gift}`, { amount: 500_00 })
  await page.reload()
  await expect(main.getByRole('region', { name: labels.receipts }).getByRole('row')).toHaveCount(3)
  await check('donors: receipts')
  await main.getByRole('button', { name: labels.addCertificate }).click()
  await page.locator('input[type=file]').setInputFiles(pdfNamed('प्रमाण.jpg', 'image/jpeg'))
  await expect(main.getByRole('alert').getByRole('listitem')).toBeVisible()
  await check('donors: certificate file refused')
  await page.locator('input[type=file]').setInputFiles(pdfNamed('प्रमाण.pdf'))
  await page.locator('[name=number]').fill('1'.repeat(26))
  await main.getByRole('button', { name: labels.save }).click()
  await expect(page.locator('[name=number][aria-invalid=true]')).toBeVisible()
  await check('donors: certificate form refused')
  await page.locator('[name=number]').fill('१२३')
  await main.getByRole('button', { name: labels.save }).click()
  await expect(main.getByText(labels.noCertificates)).toHaveCount(0)
  await holdToast(page)
  await check('donors: certificates')
  await page.goto(`/donors?open=${hari}`)
  await main.getByRole('button', { name: labels.editDonor }).click()
  await expect(page.getByRole('group')).toBeVisible()
  await check('donors: form of a joint donor')
  await page.goto('/donors?view=duplicates')
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await check('donors: likely duplicates')
  await page.goto(`/donors?open=${meera}&merge=choose`)
  await expect(main.getByRole('searchbox')).toBeVisible()
  await main.getByRole('searchbox').fill('हरि')
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await check('donors: the other record')
  await page.goto(`/donors?open=${meera}&merge=${hari}`)
  await expect(main.getByRole('radio').first()).toBeVisible()
  await check('donors: merge')
  await main.getByRole('button', { name: labels.mergeDonors }).click()
  await check('donors: merge question')
  await page.getByRole('alertdialog').getByRole('button', { name: labels.mergeDonors }).click()
  await expect(main.getByRole('button', { name: labels.undoMerge })).toBeVisible()
  await check('donors: merged')
  await page.goto(`/donors?open=${hari}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('हरि जोशी')
  await check('donors: a record that was merged')
  await page.goto('/donors?view=duplicates')
  await expect(main.getByText(labels.nothingToDecide)).toBeVisible()
  await check('donors: nothing to decide')

  await page.route('**/api/donors**', (route) => route.abort())
  for (const address of ['/donors', `/donors?open=${meera}`, '/donors?view=duplicates']) {
    await page.goto(address)
    await expect(main.getByRole('button', { name: labels.tryAgain }).first()).toBeVisible()
    await check(`${address.replace(meera, 'ID')} failed`)
  }
  await page.unroute('**/api/donors**')
})
