import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import type { Driver } from '../support/driver.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { falsePhoto, halfPhoto, largePhoto, plainPhoto } from '../support/photos.ts'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import type { SlowProxy } from '../support/slow-proxy.ts'
import { storedFiles, waitForFileJobs } from '../support/stored-files.ts'
import { test } from '../support/test.ts'

const ENTRY = { title: 'Sports day', description: 'The long jump' }

/** Small: socket buffers grow with the bytes read and could later hold the rest of the upload. */
const STALL_AFTER_BYTES = 100_000

test.use({ isBehindProxy: true })

test.beforeEach(async ({ page, sevadesk }) => {
  await waitForFileJobs(sevadesk)
  await sevadesk.sql.all('delete from photos')
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  await expect(page.getByText('No photos found.')).toBeVisible()
})

for (const [what, makeBad, name, sentence] of [
  ['text named as a photo', falsePhoto, 'notes.jpg', '“notes.jpg” is not a photo'],
  ['a photo cut in half', halfPhoto, 'half.jpg', '“half.jpg” is damaged or incomplete'],
] as const) {
  test(`${what} between two valid photos: adds the valid ones, keeps the invalid one in the form with the reason`, async ({
    page,
    driver,
    sevadesk,
    pageErrors,
  }) => {
    pageErrors.allow(/addPhoto$/)
    const gallery = contentOf(page, driver, 'photo')
    const folderBefore = await storedFiles(sevadesk)
    await driver.press(gallery.addButton)
    await gallery.fill(ENTRY)
    await gallery.pickFiles([
      await plainPhoto('blue.png', '#2244aa'),
      await makeBad(),
      await plainPhoto('green.webp', '#228844'),
    ])
    await driver.press(gallery.save)
    await gallery.expectNotSaved()
    await expect(gallery.problem).toContainText(`2 of 3 photos were added. Not added: ${name}`)
    await expect(gallery.form.getByRole('listitem')).toContainText(sentence)
    await gallery.expectKept(ENTRY, 1)
    await expect(gallery.cards).toHaveCount(2)
    expect(await rows(sevadesk)).toBe(2)
    await expectOnlyKnownFiles(sevadesk, folderBefore)

    await test.step('a retry is refused again and adds nothing', async () => {
      await driver.press(gallery.save)
      await expect(gallery.problem).toContainText(name)
      await gallery.expectKept(ENTRY, 1)
      await expect(gallery.cards).toHaveCount(2)
      expect(await rows(sevadesk)).toBe(2)
      await expectOnlyKnownFiles(sevadesk, folderBefore)
    })
  })
}

test('keeps the form when the connection breaks, and adds each photo once on the retry @full', async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}) => {
  pageErrors.allow(/\/api\/galleryphoto\//)
  const gallery = contentOf(page, driver, 'photo')
  const folderBefore = await storedFiles(sevadesk)
  await startUpload(page, driver, slowProxy)
  slowProxy.disconnect()
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(gallery.form.getByRole('alert')).toHaveText(/did not answer.*check your internet connection/i)
  await expect(gallery.form.getByText('Not saved. What you entered is still here.')).toBeVisible()
  // Refetching the list fails too; the list keeps its earlier content.
  await expect(toastOf(page, 'Failed to fetch photos')).toBeVisible()
  await expect(page.getByText('No photos found.')).toBeVisible()
  await gallery.expectKept(ENTRY, 2)
  await expectOnlyKnownFiles(sevadesk, folderBefore)
  expect(await rows(sevadesk)).toBe(0)

  slowProxy.resume()
  await driver.press(gallery.save)
  await gallery.expectAdded()
  await expect(gallery.cards).toHaveCount(2)
  expect(await rows(sevadesk)).toBe(2)
})

test('keeps the form after a cancelled upload, and stores no file @full', async ({
  page,
  driver,
  sevadesk,
  slowProxy,
  pageErrors,
}) => {
  pageErrors.allow(/addPhoto$/)
  const gallery = contentOf(page, driver, 'photo')
  const folderBefore = await storedFiles(sevadesk)
  await startUpload(page, driver, slowProxy)
  await driver.press(gallery.form.getByRole('button', { name: 'Cancel', exact: true }))
  // Lets the stalled bytes reach the server, followed by the end of the connection.
  slowProxy.resume()
  await expect(gallery.form.getByRole('progressbar')).toHaveCount(0)
  await gallery.expectKept(ENTRY, 2)
  await expectOnlyKnownFiles(sevadesk, folderBefore)
  expect(await rows(sevadesk)).toBe(0)
})

test('adds one photo for two clicks on save @full', async ({ page, driver, sevadesk }) => {
  const gallery = contentOf(page, driver, 'photo')
  await driver.press(gallery.addButton)
  await gallery.fill(ENTRY)
  await gallery.pickFiles([await plainPhoto('good.jpg', '#557755')])
  await gallery.save.dblclick()
  await gallery.expectAdded()
  await expect(gallery.cards).toHaveCount(1)
  expect(await rows(sevadesk)).toBe(1)
})

/** Starts uploading two large photos, stalls the upload, and waits for its percentage. */
async function startUpload(page: Page, driver: Driver, slowProxy: SlowProxy) {
  const gallery = contentOf(page, driver, 'photo')
  slowProxy.stallRequestsAfter(STALL_AFTER_BYTES)
  await driver.press(gallery.addButton)
  await gallery.fill(ENTRY)
  await gallery.pickFiles([await largePhoto('large.png'), await largePhoto('large-2.png')])
  await driver.press(gallery.save)
  await gallery.expectHalfSent()
}

async function rows({ sql }: SevadeskServer): Promise<number> {
  const [count] = await sql.all('select count(*) as number from photos')
  return Number(count?.number)
}

/**
 * Expects every new file to be a photo with a row, or a smaller version of such a photo. Earlier
 * files may be removed: a job for a photo of the test before, whose row the reset deleted, ends by
 * removing its file.
 */
async function expectOnlyKnownFiles(sevadesk: SevadeskServer, before: readonly string[]): Promise<void> {
  const stems = (await sevadesk.photoPaths('School')).map((path) => path.replace(/\.\w+$/, ''))
  await expect
    .poll(async () => {
      const added = (await storedFiles(sevadesk)).filter((file) => !before.includes(file))
      return added.filter((file) => !stems.some((stem) => file.includes(stem)))
    })
    .toEqual([])
}
