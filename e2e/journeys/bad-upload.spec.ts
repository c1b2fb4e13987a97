import { expect, type Page } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import type { Hands } from '../support/hands.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { falsePhoto, halfPhoto, phonePhoto, plainPhoto } from '../support/photos.ts'
import type { SevadeskStand } from '../support/sevadesk-stand.ts'
import type { SlowLine } from '../support/slow-line.ts'
import { test } from '../support/slow-stand.ts'
import { storedFiles, untilQuiet } from '../support/stored-files.ts'

const WORDS = { title: 'Sports day', description: 'The long jump' }

test.beforeEach(async ({ page, sevadesk }) => {
  await untilQuiet(sevadesk)
  await sevadesk.sql.all('delete from photos')
  await signInByHttp(page, sevadesk)
  await page.goto('/school')
  await expect(page.getByText('No photos found.')).toBeVisible()
})

test.afterEach(({ line }) => {
  line.release()
})

for (const [what, makeBad, name, sentence] of [
  ['words that call themselves a photo', falsePhoto, 'notes.jpg', '“notes.jpg” is not a photo'],
  ['a photo cut in half', halfPhoto, 'half.jpg', '“half.jpg” is damaged or incomplete'],
] as const) {
  test(`${what}, between two good ones: they are kept, it stays with the reason and leaves nothing behind`, async ({
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
    await gallery.pickFiles([
      await plainPhoto('blue.png', '#2244aa'),
      await makeBad(),
      await plainPhoto('green.webp', '#228844'),
    ])
    await hands.press(gallery.save)
    await gallery.expectNotSaved()
    await expect(gallery.problem).toContainText(`2 of 3 photos were added. Not added: ${name}`)
    await expect(gallery.form.getByRole('listitem')).toContainText(sentence)
    await gallery.expectKept(WORDS, 1)
    await expect(gallery.cards).toHaveCount(2)
    expect(await rows(sevadesk)).toBe(2)
    await expectOnlyKnownFiles(sevadesk, folderBefore)

    await test.step('tried again it is refused again, and nothing is added twice', async () => {
      await hands.press(gallery.retry)
      await expect(gallery.problem).toContainText(name)
      await gallery.expectKept(WORDS, 1)
      await expect(gallery.cards).toHaveCount(2)
      expect(await rows(sevadesk)).toBe(2)
      await expectOnlyKnownFiles(sevadesk, folderBefore)
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
  await gallery.expectKept(WORDS, 2)
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
  await gallery.expectKept(WORDS, 2)
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
  await gallery.expectHalfSent()
}

async function rows({ sql }: SevadeskStand): Promise<number> {
  const [count] = await sql.all('select count(*) as number from photos')
  return Number(count?.number)
}

/** What came into the folder is what the rows name, with its smaller versions, and nothing besides. */
async function expectOnlyKnownFiles(sevadesk: SevadeskStand, before: readonly string[]): Promise<void> {
  const stems = (await sevadesk.photoPaths('School')).map((path) => path.replace(/\.\w+$/, ''))
  await expect
    .poll(async () => {
      const added = (await storedFiles(sevadesk)).filter((file) => !before.includes(file))
      return added.filter((file) => !stems.some((stem) => file.includes(stem)))
    })
    .toEqual([])
}
