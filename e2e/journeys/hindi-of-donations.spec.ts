import { preferring } from '../support/axe.ts'
import { PROVOKED_BY_DONATIONS, tourOfDonations, tourOfDonors, tourOfMessages } from '../support/donation-tour.ts'
import { expectHindi } from '../support/hindi.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

test('donations, donors and messages, whatever happens to them, are told of in Hindi', async ({
  page,
  sevadesk,
  pageErrors,
}) => {
  test.setTimeout(120_000)
  pageErrors.allow(PROVOKED_BY_DONATIONS)
  await preferring(page, 'hi')
  await signInByHttp(page, sevadesk)
  const look = (state: string) => expectHindi(page, state)
  await tourOfDonations(page, sevadesk, 'hi', look)
  await tourOfDonors(page, sevadesk, 'hi', look)
  await tourOfMessages(page, sevadesk, 'hi', look)
})
