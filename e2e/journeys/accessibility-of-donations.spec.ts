import { COMBINATIONS, expectAccessible, preferring } from '../support/axe.ts'
import { PROVOKED_BY_DONATIONS, tourOfDonations, tourOfDonors, tourOfMessages } from '../support/donation-tour.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

/** What is built of the same parts as on other screens, where these are looked at. */
const LOOKED_AT_ELSEWHERE = /question|^deleted$|not deleted|nothing found|no (deleted|donors)|the message of रविवार/

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding on the screens of donations, donors and messages: ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [what, tour] of [
      ['donations', tourOfDonations],
      ['donors', tourOfDonors],
      ['messages', tourOfMessages],
    ] as const) {
      test(what, async ({ page, sevadesk, pageErrors }) => {
        test.setTimeout(180_000)
        pageErrors.allow(PROVOKED_BY_DONATIONS)
        await preferring(page, language)
        await signInByHttp(page, sevadesk)
        await tour(page, sevadesk, language, async (state) => {
          if (!LOOKED_AT_ELSEWHERE.test(state)) await expectAccessible(page, `${what}: ${state}`)
        })
      })
    }
  })
}
