import { expect } from '@playwright/test'
import { chosen, textOf } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

test('a shared link opens a donation of another page, survives a reload, and Back shows the list', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/404/)
  const donations = donationsOf(page, driver)
  await server.manyDonations()
  const all = chosen(await server.donations(), {})
  const far = all.find(({ donorName }, index) => index > 30 && textOf(donorName) !== '')
  const fields = { 'Donation ID': textOf(far?._id), Donor: textOf(far?.donorName) }
  await signInByHttp(page, server)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/donate/${fields['Donation ID']}`, (route) => released.then(() => route.continue()))
  await page.goto(`/donations?open=${fields['Donation ID']}`)
  await expect(donations.details).toHaveText(/^Donation details\s*Loading...$/)
  release()
  await donations.expectFields(fields)
  await page.reload()
  await donations.expectFields(fields)
  await page.goBack()
  await expect(donations.details).toBeHidden()
  await expect(page).toHaveURL('/donations')
  await donations.expectPage(all, 1)
  await donations.open(2)
  await expect(page).toHaveURL(`/donations?open=${textOf(all[2]?._id)}`)
  await page.goBack()
  await expect(donations.details).toBeHidden()
  await expect(page).toHaveURL('/donations')

  await page.goto(`/donations?open=${'f'.repeat(24)}`)
  await expect(donations.details.getByText('There is no such donation, or it has been deleted.')).toBeVisible()
})
