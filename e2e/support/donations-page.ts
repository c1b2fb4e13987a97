import { expect, type Locator, type Page } from '@playwright/test'
import { type cardsOf, moneyOf, phoneOf, type RawDonation, rupees, statusLabel, textOf } from './donation-figures.ts'
import type { Driver } from './driver.ts'
import { dateTimeOf, tableOf } from './table.ts'

/** Page object of Donations Management, in English. */
export function donationsOf(page: Page, driver: Driver) {
  const main = page.getByRole('main')
  const list = tableOf(page, 'Donations')
  const details = page.getByRole('dialog', { name: 'Donation details' })
  const card = (name: string) => main.getByRole('group', { name, exact: true })
  const filters = main.getByRole('button', { name: /^(More filters|Filter)( |$)/ })

  /** Chooses an option of a filter. Some filters, and on a phone all, are behind a button. */
  async function choose(filter: string, option: string) {
    const select = main.getByLabel(filter, { exact: true })
    await select.waitFor({ state: 'attached' })
    const isFolded = (await filters.isVisible()) && (await filters.getAttribute('aria-expanded')) === 'false'
    if (isFolded) await driver.press(filters)
    await driver.choose(select, option)
  }

  return {
    ...list,
    details,
    choosePeriod: (option: string) => choose('Period', option),
    chooseStatus: (option: string) => choose('Status', option),
    async chooseGroups(option: string) {
      await driver.press(main.getByRole('link', { name: 'Reports' }))
      await driver.choose(main.getByLabel('Group by', { exact: true }), option)
    },
    chooseDayOf: (option: string) => choose('Day of', option),
    exportButton: main.getByRole('button', { name: 'Export CSV' }),
    empty: main.getByText('No donations found for this filter.'),
    otherCurrency: main.getByText(/in other currencies/),
    receiptButton: details.getByRole('button', { name: 'Download receipt' }),

    expectPage: (rows: readonly RawDonation[], number: number) => list.expectPage(rows, number, wordsOf),

    async expectCards(figures: ReturnType<typeof cardsOf>) {
      for (const [name, words] of [
        ['Total Amount', rupees(figures.total)],
        ['This Month', rupees(figures.month)],
        ['Number of Donations', rupees(figures.count * 100).slice(1, -3)],
        ['Unique Donors', rupees(figures.donors * 100).slice(1, -3)],
      ] as const) {
        await expect(card(name).getByText(words, { exact: true }), name).toBeVisible()
      }
      await expect(this.otherCurrency).toHaveCount(figures.hasOtherCurrency ? 1 : 0)
    },

    async open(row: number) {
      await driver.press(list.rows.nth(row).getByRole('button', { name: /^Details of / }))
      await expect(details).toBeVisible()
    },

    async close() {
      await driver.press(details.getByRole('button', { name: 'Close', exact: true }).last())
      await expect(details).toBeHidden()
    },

    /** Expects values in the details dialog, by field name. The dialog may still load. */
    async expectFields(expected: Readonly<Record<string, string>>) {
      await expect.poll(() => fieldsOf(details)).toMatchObject(expected)
    },

    /** The value of a field in the details dialog. */
    async field(name: string): Promise<string> {
      await expect(details.locator('dt').getByText(name, { exact: true })).toBeVisible()
      return (await fieldsOf(details))[name] ?? ''
    },

    /** Saves the CSV file; returns its path and suggested name. */
    async exportCsv() {
      const saving = page.waitForEvent('download')
      await driver.press(this.exportButton)
      const file = await saving
      return { path: await file.path(), name: file.suggestedFilename() }
    },
  }
}

async function fieldsOf(details: Locator): Promise<Record<string, string>> {
  const pairs = await details
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((field) => ['dt', 'dd'].map((part) => field.querySelector(part)?.textContent?.trim() ?? '')),
    )
  return Object.fromEntries(pairs)
}

function wordsOf(donation: RawDonation): string[] {
  const { donorName, donorEmail, donorPhone, purpose, localStatus, createdAt } = donation
  return [
    textOf(donorName) || 'Anonymous',
    textOf(donorEmail) + phoneOf(donorPhone) || '—',
    moneyOf(donation),
    textOf(purpose) || '—',
    statusLabel(localStatus),
    dateTimeOf(createdAt),
  ]
}
