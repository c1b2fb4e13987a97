import { expect, type Page } from '@playwright/test'
import { holdToast } from './axe.ts'
import { LABELS, type Language } from './labels.ts'
import { falsePhoto, plainPhoto } from './photos.ts'
import { addEvent, addVideos, removeVideos } from './seed-content.ts'
import type { SevadeskServer } from './sevadesk-server.ts'
import { falseVideo, phoneVideo, strangeVideo } from './videos.ts'

/** Called at each state of a screen, with what it is. */
type Look = (state: string) => Promise<void>

/** What the browser writes to its console about the failures that a tour makes. */
export const PROVOKED = /\/api\/(homevideo|event)\b|\/media\/.*\.mp4/

/** Leads through what the screen of videos can show, in a language that is already chosen and signed in. */
export async function tourOfVideos(page: Page, server: SevadeskServer, language: Language, look: Look): Promise<void> {
  const words = LABELS[language]
  const { main, form, dialog } = partsOf(page)
  await removeVideos(server)
  await page.goto('/home-video')
  await expect(main.getByRole('button', { name: words.addVideo })).toHaveCount(2)
  await look('no videos')

  await main.getByRole('button', { name: words.addVideo }).first().click()
  await look('form to add')
  const input = form.locator('input[type=file]')
  await input.setInputFiles(await falsePhoto())
  await expect(form.getByRole('listitem')).toContainText('notes.jpg')
  await look('a file of the wrong kind')
  await input.setInputFiles(await falseVideo())
  await form.getByRole('button', { name: words.save }).click()
  await expect(form.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await holdToast(page)
  await look('refused, with its toast')

  const hold = await holdBack(page, '**/homevideo/addvideo')
  await input.setInputFiles(await phoneVideo('आरती.mp4'))
  await form.getByRole('button', { name: words.save }).click()
  await expect(form.getByRole('progressbar')).toBeVisible()
  await look('on its way')
  await form.getByRole('button', { name: words.cancelUpload, exact: true }).click()
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await look('stopped')
  await hold.end()
  await form.getByRole('button', { name: words.tryAgain }).click()
  await expect(form).toBeHidden()
  await holdToast(page)
  await look('saved, with its toast')

  await main.getByRole('button', { name: words.edit }).click()
  await expect(form).toBeVisible()
  await look('form to edit')

  await addVideos(server, ['शोभायात्रा'], await strangeVideo())
  await page.reload()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await main.getByRole('button', { name: words.play }).first().click()
  await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await look('cannot be played')

  await page.route('**/homevideo/deletevideo/*', (route) => route.abort())
  await main.getByRole('button', { name: words.delete }).first().click()
  await expect(dialog).toBeVisible()
  await look('question')
  await dialog.getByRole('button', { name: words.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await look('not deleted')
  await dialog.getByRole('button').click()
  await page.unroute('**/homevideo/deletevideo/*')
  await main.getByRole('button', { name: words.delete }).first().click()
  await dialog.getByRole('button', { name: words.yesDelete }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await look('deleted')

  await page.route('**/homevideo/getvideo', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await holdToast(page)
  await look('list failed, with its toast')
  await page.unroute('**/homevideo/getvideo')
}

/** The same for events, where these differ from videos. */
export async function tourOfEvents(page: Page, server: SevadeskServer, language: Language, look: Look): Promise<void> {
  const words = LABELS[language]
  const { main, form, dialog } = partsOf(page)
  await server.sql.all('delete from events')
  await page.goto('/events')
  await expect(main.getByRole('button', { name: words.addEvent })).toHaveCount(2)
  await look('no events')

  await addEvent(server, 'गोपाष्टमी', await plainPhoto('दीया.jpg', '#cc7733'))
  await addEvent(server, 'दीपावली')
  await page.reload()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await look('with a picture and without')
  await main.getByRole('button', { name: words.addEvent }).click()
  await form.locator('input[type=file]').setInputFiles(await falsePhoto())
  await form.getByRole('button', { name: words.save }).click()
  await expect(form.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await holdToast(page)
  await look('refused, with its toast')

  await page.reload()
  await main.getByRole('button', { name: words.edit }).first().click()
  await expect(form).toBeVisible()
  await form.locator('input[type=file]').setInputFiles(await plainPhoto('दीपक.png', '#773344'))
  await look('form to edit, with a file')
  await form.getByRole('button', { name: words.save }).click()
  await expect(form).toBeHidden()
  await holdToast(page)
  await look('saved, with its toast')

  await main.getByRole('button', { name: words.delete }).first().click()
  await expect(dialog).toBeVisible()
  await look('question')
  await dialog.getByRole('button', { name: words.yes, exact: true }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await look('deleted')

  await page.route('**/api/event', (route) => route.abort())
  await page.reload()
  await expect(main.getByRole('button', { name: words.tryAgain })).toBeVisible()
  await look('list failed')
  await page.unroute('**/api/event')
}

function partsOf(page: Page) {
  const main = page.getByRole('main')
  return { main, form: main.getByRole('form'), dialog: page.getByRole('alertdialog') }
}

/** Holds every call to that address until `end`, which lets later ones through. */
async function holdBack(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.abort().catch(() => undefined) // the page may have called it off
  })
  return {
    end: async () => {
      release()
      await page.unroute(address)
    },
  }
}
