import { COMBINATIONS, expectAccessible, preferring } from '../support/axe.ts'
import { PROVOKED, tourOfEvents, tourOfVideos } from '../support/content-tour.ts'
import { signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'

for (const { language, width } of COMBINATIONS) {
  test.describe(`no axe finding on the screens of videos and events: ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [what, tour] of [
      ['videos', tourOfVideos],
      ['events', tourOfEvents],
    ] as const) {
      test(what, async ({ page, sevadesk, pageErrors }) => {
        test.setTimeout(180_000)
        pageErrors.allow(PROVOKED)
        await preferring(page, language)
        await signInByHttp(page, sevadesk)
        await tour(page, sevadesk, language, (state) => expectAccessible(page, `${what}: ${state}`))
      })
    }
  })
}
