import { expect, type Page } from '@playwright/test'
import type { GiftDetails, OfflineGift } from './month-types.ts'
import { idOf, type Office } from './office.ts'

const MODE_NAMES: Partial<Record<OfflineGift['mode'], string>> = {
  ...{ cash: 'Cash', cheque: 'Cheque', upi: 'UPI', in_kind: 'In kind', collection: 'Collection' },
}
const FIELD_NAMES: Partial<Record<keyof GiftDetails, string>> = {
  ...{ reference: 'UPI reference number', instrumentNumber: 'Cheque number' },
  ...{ item: 'What was given', quantity: 'Quantity', countedBy: 'Counted by' },
}

/** Enters a gift in the panel's form. Its day lies in an earlier financial year, which the panel asks about. */
export async function typeGift({ list, purposes, gifts }: Office, page: Page, gift: OfflineGift): Promise<void> {
  const { key, mode, rupees, day, donor, purpose, collector, details } = gift
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/donations/new')
  await page.getByRole('radio', { name: MODE_NAMES[mode] ?? mode, exact: true }).check()
  if (rupees !== null) await field('Amount in rupees').fill(rupees)
  for (const [detail, value] of Object.entries(details)) {
    await field(FIELD_NAMES[detail as keyof GiftDetails] ?? detail).fill(value)
  }
  const known = donor === null ? undefined : list.donors[donor]
  if (known) {
    await page.getByRole('combobox', { name: 'Donor' }).fill(known.phone)
    await page.getByRole('option', { name: known.name }).click()
  }
  await field('Day of receipt').fill(day.split('-').reverse().join('/'))
  await page.getByLabel('Purpose').selectOption(purpose === null ? '' : idOf(purposes, purpose))
  await page.getByText('More', { exact: true }).click()
  await field('Collected by').fill(collector ?? '')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save anyway' }).click()
  const link = page.getByRole('link', { name: 'Open', exact: true })
  await expect(link).toBeVisible()
  gifts.set(key, new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('open') ?? '')
}
