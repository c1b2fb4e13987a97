import { expect, type Page } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { falsePhoto, plainPhoto } from '../support/photos.ts'
import { test } from '../support/screen-test.ts'
import { addEvent, addVideos } from '../support/seed-content.ts'
import { falseVideo, phoneVideo, unknownCodecVideo } from '../support/videos.ts'

test('every state of Home Video', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/homevideo\b|\/media\/.*\.mp4/)
  await signInByHttp(page, sevadesk)
  const { main, form, dialog } = partsOf(page)
  await page.goto('/home-video')
  await expect(main.getByRole('button', { name: labels.addVideo })).toHaveCount(2)
  await check('videos: no videos')

  await main.getByRole('button', { name: labels.addVideo }).first().click()
  await check('videos: form to add')
  const input = form.locator('input[type=file]')
  await input.setInputFiles(await falsePhoto())
  await expect(form.getByRole('listitem')).toContainText('notes.jpg')
  await check('videos: a file of the wrong kind')
  await form.locator('[name=title]').fill('आरती')
  await input.setInputFiles(await falseVideo())
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.getByRole('alert')).not.toBeEmpty()
  await holdToast(page)
  await check('videos: refused, with its toast')

  const hold = await holdRequests(page, '**/homevideo/addvideo')
  await input.setInputFiles(await phoneVideo('आरती.mp4'))
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.getByRole('progressbar')).toBeVisible()
  await check('videos: upload in progress')
  await form.getByRole('button', { name: labels.cancelUpload, exact: true }).click()
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await check('videos: stopped')
  await hold.abort()
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form).toBeHidden()
  await holdToast(page)
  await check('videos: saved, with its toast')

  await main.getByRole('button', { name: labels.edit }).click()
  await expect(form).toBeVisible()
  await check('videos: form to edit')

  await addVideos(sevadesk, ['शोभायात्रा'], await unknownCodecVideo())
  await page.reload()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await main.getByRole('button', { name: labels.play }).first().click()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await check('videos: cannot be played')

  await page.route('**/homevideo/deletevideo/*', (route) => route.abort())
  await main.getByRole('button', { name: labels.delete }).first().click()
  await expect(dialog).toBeVisible()
  await check('videos: question')
  await dialog.getByRole('button', { name: labels.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('videos: not deleted')
  await dialog.getByRole('button').click()
  await page.unroute('**/homevideo/deletevideo/*')
  await main.getByRole('button', { name: labels.delete }).first().click()
  await dialog.getByRole('button', { name: labels.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('videos: deleted')

  await page.route('**/homevideo/getvideo', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await holdToast(page)
  await check('videos: list failed, with its toast')
  await page.unroute('**/homevideo/getvideo')
})

test('every state of Events Management @full', async ({ page, sevadesk, check, pageErrors }) => {
  pageErrors.allow(/\/api\/event\b/)
  await signInByHttp(page, sevadesk)
  const { main, form, dialog } = partsOf(page)
  await sevadesk.sql.all('delete from events')
  await page.goto('/events')
  await expect(main.getByRole('button', { name: labels.addEvent })).toHaveCount(2)
  await check('events: no events')

  await addEvent(sevadesk, 'गोपाष्टमी', await plainPhoto('दीया.jpg', '#cc7733'))
  await addEvent(sevadesk, 'दीपावली')
  await page.reload()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await check('events: cards')
  await main.getByRole('button', { name: labels.addEvent }).click()
  await form.locator('[name=title]').fill('होली')
  await form.locator('input[type=file]').setInputFiles(await falsePhoto())
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.getByRole('alert')).not.toBeEmpty()
  await holdToast(page)
  await check('events: refused, with its toast')

  await page.reload()
  await main.getByRole('button', { name: labels.addEvent }).click()
  await expect(form.getByRole('button', { name: labels.restoreDraft })).toBeVisible()
  await check('events: unsaved changes offered')
  await form.getByRole('button', { name: labels.restoreDraft }).click()
  await expect(form.locator('[name=title]')).toHaveValue('होली')
  await check('events: unsaved changes restored')

  await page.reload()
  await main.getByRole('button', { name: labels.edit }).first().click()
  await expect(form).toBeVisible()
  await form.locator('input[type=file]').setInputFiles(await plainPhoto('दीपक.png', '#773344'))
  await check('events: form to edit, with a file')
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form).toBeHidden()
  await holdToast(page)
  await check('events: saved, with its toast')

  await main.getByRole('button', { name: labels.delete }).first().click()
  await expect(dialog).toBeVisible()
  await check('events: question')
  await dialog.getByRole('button', { name: labels.yesRemove, exact: true }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await check('events: deleted')

  await page.route('**/api/event', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: labels.tryAgain })).toBeVisible()
  await check('events: list failed')
  await page.unroute('**/api/event')
})

function partsOf(page: Page) {
  const main = page.getByRole('main')
  return { main, form: main.getByRole('form'), dialog: page.getByRole('alertdialog') }
}
