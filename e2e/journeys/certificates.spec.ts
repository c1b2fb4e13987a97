import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Driver } from '../support/driver.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const formOf = (page: Page) => page.getByRole('form', { name: 'Add certificate' })

/** Writes a file with the first and last bytes of a PDF. */
async function writePdf(path: string, content: string): Promise<Buffer> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), Buffer.from(`${content}\n%%EOF\n`)])
  await writeFile(path, bytes)
  return bytes
}

/** Adds a donor as the user who is signed in on the page, and returns the id. */
async function addDonor(page: Page, { apiUrl, panelUrl }: SevadeskServer, name: string): Promise<string> {
  const response = await page.request.post(`${apiUrl}/api/donors`, { data: { name }, headers: { origin: panelUrl } })
  expect(response.ok(), await response.text()).toBe(true)
  return String((await response.json()).data._id)
}

async function fill(page: Page, driver: Driver, { number, file }: { number: string; file: string }): Promise<void> {
  await driver.press(button(page, 'Add certificate'))
  await driver.choose(formOf(page).getByLabel('Financial year'), '2024-25')
  await driver.type(formOf(page).getByLabel('Number'), number)
  await driver.pickFiles(button(page, 'Choose PDF file'), [file])
}

async function save(page: Page, driver: Driver): Promise<void> {
  await driver.press(button(page, 'Save'))
  await expect(toastOf(page, 'Certificate added successfully')).toBeVisible()
}

test('a certificate is kept, downloaded byte for byte, deleted and brought back @pg @phone', async ({
  page,
  driver,
  sevadesk,
}, testInfo) => {
  const file = testInfo.outputPath('प्रमाण पत्र 2019-20.pdf')
  const bytes = await writePdf(file, 'Certificate of Asha')
  await signInByHttp(page, sevadesk)
  await page.goto(`/donors?open=${await addDonor(page, sevadesk, 'Asha Patil')}`)
  const { rows } = tableOf(page, 'Certificates')
  await fill(page, driver, { number: 'abc 123', file })
  await save(page, driver)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/2024-25.*ABC 123.*savita.*1 kB/)

  const downloading = page.waitForEvent('download')
  await driver.press(button(page, /^Download .*2024-25 ABC 123$/))
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^certificate-2024-25-ABC.123-Asha-Patil\.pdf$/)
  expect(bytes.equals(await readFile(await download.path()))).toBe(true)

  await driver.press(button(page, /^Delete .*2024-25 ABC 123$/))
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It can be restored for 30 days.')
  await driver.press(question.getByRole('button', { name: 'Yes', exact: true }))
  await driver.press(page.getByRole('alertdialog', { name: 'Deleted!' }).getByRole('button', { name: 'OK' }))
  await expect(rows).toHaveCount(0)
  await driver.press(button(page, 'Undo'))
  await expect(toastOf(page, 'Restored successfully')).toBeVisible()
  await expect(rows).toBeFocused()

  await driver.press(page.getByRole('link', { name: 'History of Asha Patil' }))
  for (const change of ['added', 'downloaded', 'deleted', 'restored'])
    await expect(page.getByText(`savita ${change} a certificate of Asha Patil for 2024-25.`)).toBeVisible()
})
