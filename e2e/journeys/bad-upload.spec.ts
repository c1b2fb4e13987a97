import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import type { Hands } from '../support/hands.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { falsePhoto, heavyPhoto, phonePhoto, plainPhoto } from '../support/photos.ts'
import type { SevadeskStand } from '../support/sevadesk-stand.ts'
import type { SlowLine } from '../support/slow-line.ts'
import { test } from '../support/slow-stand.ts'

const WORDS = { title: 'Sports day', description: 'The long jump' }

test.beforeEach(async ({ page, sevadesk }) => {
  await sevadesk.sql.all('delete from photos')
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  await expect(page.getByText('No photos found.')).toBeVisible()
})

test.afterEach(({ line }) => {
  line.release()
})

for (const [what, makeBad, sentence] of [
  ['words that call themselves a photo', falsePhoto, /notes\.jpg/],
  ['a photo over the limit', () => heavyPhoto(25), /heavy-25\.jpg/],
] as const) {
  test(`${what}: said in a toast and in the form, nothing lost, nothing stored`, async ({
    page,
    hands,
    sevadesk,
    watch,
  }) => {
    watch.tolerate(/addPhoto$/)
    const gallery = contentOf(page, hands, 'photo')
    const folderBefore = await storedFiles(sevadesk)
    await hands.press(gallery.addButton)
    await gallery.fill(WORDS)
    await gallery.pickFiles([await plainPhoto('good.jpg', '#557755'), await makeBad()])
    await hands.press(gallery.save)
    await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
    await expect(gallery.form.getByRole('alert')).toContainText(sentence)
    await expectKept(gallery, 2)
    expect(await rows(sevadesk)).toBe(0)
    await expect.poll(() => storedFiles(sevadesk)).toEqual(folderBefore)

    await test.step('without the bad file the same form goes through', async () => {
      await hands.press(gallery.form.getByRole('button', { name: /remove.*(notes|heavy)/i }))
      await hands.press(gallery.save)
      await gallery.expectAdded()
      expect(await rows(sevadesk)).toBe(1)
    })
  })
}

test('the line breaks half-way: everything is kept, and a retry makes exactly one set', async ({
  page,
  hands,
  sevadesk,
  line,
  watch,
}) => {
  watch.tolerate(/\/api\/galleryphoto\//)
  const gallery = contentOf(page, hands, 'photo')
  const folderBefore = await storedFiles(sevadesk)
  await startUpload(page, hands, line)
  line.cut()
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(gallery.form.getByRole('alert')).toHaveText(/did not answer.*check the connection/i)
  await expect(gallery.form.getByText('Not saved. What you entered is still here.')).toBeVisible()
  // The list behind is fetched anew too and fails; that is said besides and takes nothing away.
  await expect(toastOf(page, 'Failed to fetch photos')).toBeVisible()
  await expect(page.getByText('No photos found.')).toBeVisible()
  await expectKept(gallery, 2)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(folderBefore)
  expect(await rows(sevadesk)).toBe(0)

  line.release()
  await hands.press(gallery.form.getByRole('button', { name: 'Try again' }))
  await gallery.expectAdded()
  await expect(gallery.cards).toHaveCount(2)
  expect(await rows(sevadesk)).toBe(2)
})

test('cancelled half-way: the form stays, and nothing is left on disk', async ({
  page,
  hands,
  sevadesk,
  line,
  watch,
}) => {
  watch.tolerate(/addPhoto$/)
  const gallery = contentOf(page, hands, 'photo')
  const folderBefore = await storedFiles(sevadesk)
  await startUpload(page, hands, line)
  await hands.press(gallery.form.getByRole('button', { name: 'Cancel', exact: true }))
  // What stood still on the line goes on to the server, and after it the news that the browser is gone.
  line.release()
  await expect(gallery.form.getByRole('progressbar')).toHaveCount(0)
  await expectKept(gallery, 2)
  await expect.poll(() => storedFiles(sevadesk)).toEqual(folderBefore)
  expect(await rows(sevadesk)).toBe(0)
})

test('two presses on save make one photo', async ({ page, hands, sevadesk }) => {
  const gallery = contentOf(page, hands, 'photo')
  await hands.press(gallery.addButton)
  await gallery.fill(WORDS)
  await gallery.pickFiles([await plainPhoto('good.jpg', '#557755')])
  await gallery.save.dblclick()
  await gallery.expectAdded()
  await expect(gallery.cards).toHaveCount(1)
  expect(await rows(sevadesk)).toBe(1)
})

/** Fills the form with two big photos, sends it over a line that stands still in the middle, and waits for a true percentage. */
async function startUpload(page: Page, hands: Hands, line: SlowLine) {
  const gallery = contentOf(page, hands, 'photo')
  line.holdAfter(2_000_000)
  await hands.press(gallery.addButton)
  await gallery.fill(WORDS)
  await gallery.pickFiles([await phonePhoto(), await phonePhoto('phone-2.jpg')])
  await hands.press(gallery.save)
  const bar = gallery.form.getByRole('progressbar')
  await expect(bar).toBeVisible()
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0)
  expect(Number(await bar.getAttribute('value'))).toBeLessThan(100)
  await expect(gallery.form.getByText(/\b[1-9]\d?\s?%/)).toBeVisible()
}

async function expectKept(gallery: ReturnType<typeof contentOf>, files: number) {
  await expect(gallery.title).toHaveValue(WORDS.title)
  await expect(gallery.description).toHaveValue(WORDS.description)
  await expect(gallery.form.getByRole('button', { name: /^remove/i })).toHaveCount(files)
}

async function rows({ sql }: SevadeskStand): Promise<number> {
  const [count] = await sql.all('select count(*) as number from photos')
  return Number(count?.number)
}

/** Every file that is served or still arriving. */
async function storedFiles({ dataDir }: SevadeskStand): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => ['media', 'tmp'].some((folder) => file.startsWith(join(dataDir, folder)))).sort()
}
