import { expect, type Locator, type Page } from '@playwright/test'

/** The address that the browser chose for a picture, and its width in pixels. */
export async function loadedPicture(image: Locator): Promise<{ address: string; width: number }> {
  await image.scrollIntoViewIfNeeded()
  let picture = { address: '', width: 0 }
  // Fails while the browser loads another version for a new width.
  await expect(async () => {
    picture = await image.evaluate(async (element: HTMLImageElement) => {
      // With `sizes`, `naturalWidth` is in CSS pixels, unlike the width of a bitmap.
      const bitmap = await createImageBitmap(element)
      return { address: element.currentSrc, width: bitmap.width }
    })
  }).toPass({ timeout: 10_000 })
  return picture
}

/** Expects that cards keep position and height when their pictures load. */
export async function expectNoJump(page: Page, path: string, cards: Locator, count: number): Promise<void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/(media|uploads)\//, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  await expect(cards).toHaveCount(count)
  const places = () => cards.evaluateAll((all) => all.map((card) => JSON.stringify(card.getBoundingClientRect())))
  const before = await places()
  const pictures = cards.locator('img')
  expect(await pictures.evaluateAll((all) => all.some((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(
    false,
  )
  release()
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  expect(await places()).toEqual(before)
  await page.unroute(/\/(media|uploads)\//)
}
