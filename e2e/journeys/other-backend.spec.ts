import { readFile } from 'node:fs/promises'
import { type Download, expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { chosen } from '../support/donation-figures.ts'
import { donationsOf } from '../support/donations-page.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { textOfPdf } from '../support/pdf.ts'
import { falsePhoto, plainPhoto } from '../support/photos.ts'
import { expectNoJump, loadedPicture } from '../support/pictures.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

test.use({ backend: 'other' })

test('treats success:false with status 200 as a failure', async ({ page, driver, server }) => {
  const panel = panelOf(page, driver)
  const gallery = contentOf(page, driver, 'photo')
  await page.goto('/')
  await panel.signIn(server.username, 'not the password')
  await expect(toastOf(page, 'Wrong username or password, please check both')).toBeVisible()
  await expect(page).toHaveURL('/')

  await panel.signIn(server.username, server.password)
  await expect(page).toHaveURL('/dashboard')
  await panel.open('Vriddhashram', { under: 'Gallery' })
  await driver.press(gallery.addButton)
  await gallery.fill({ title: 'A false one', description: '' })
  await gallery.pickFiles([await falsePhoto()])
  await driver.press(gallery.save)
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(gallery.form.getByRole('alert')).toContainText('Only images are allowed: notes.jpg')
  await expect(gallery.title).toHaveValue('A false one')
  expect(await server.photoPaths('Vriddhashram')).toEqual([])
})

test('loads pictures from their stored address without moving the cards', async ({ page, driver, server }) => {
  const bytes = new Uint8Array(await readFile(await plainPhoto('wide.jpg', '#446688')))
  for (const title of ['One', 'Two', 'Three']) await addPhoto(server, 'Physiotherapy', title, bytes)
  const paths = await server.photoPaths('Physiotherapy')
  await signInByHttp(page, server)
  const gallery = contentOf(page, driver, 'photo')
  await expectNoJump(page, '/physio', gallery.cards, 3)
  for (const image of await gallery.cards.locator('img').all()) {
    const { address, width } = await loadedPicture(image)
    expect(paths.map((path) => `${server.apiUrl}/${path}`)).toContain(address)
    expect(width).toBe(640)
  }
})

test('saves one receipt for two clicks, none for success:false', async ({ page, driver, server, pageErrors }) => {
  pageErrors.allow(/\/donate\/receipt\//)
  const donations = donationsOf(page, driver)
  const saved: Download[] = []
  page.on('download', (file) => saved.push(file))
  await page.clock.setFixedTime(await server.manyDonations())
  await signInByHttp(page, server)
  const all = chosen(await server.donations(), {})
  const place = all.findIndex(
    ({ receipt, donorName }) => JSON.stringify(receipt)?.includes('token') && donorName === 'Meera Joshi',
  )
  await page.goto(`/donations?page=${Math.floor(place / 10) + 1}`)
  await donations.open(place % 10)
  await donations.receiptButton.dblclick()
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]?.suggestedFilename()).toBe(`receipt-${all[place]?._id}.pdf`)
  const path = await saved[0]?.path()
  expect(await textOfPdf(await readFile(path ?? ''))).toBe(`ReceiptMeeraJoshi${all[place]?.amount}`)

  await page.route('**/donate/receipt/*', (route) => route.continue({ url: `${route.request().url()}-spoiled` }))
  await driver.press(donations.receiptButton)
  await expect(toastOf(page, 'Failed to download receipt.')).toBeVisible()
  expect(saved).toHaveLength(1)
})

test('makes only the specified donation calls to a plain backend', async ({ page, driver, server }) => {
  const donations = donationsOf(page, driver)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/donate')) requests.push(`${request.method()} ${pathname}${search}`)
  })
  await page.clock.setFixedTime(await server.manyDonations())
  await signInByHttp(page, server)
  await page.goto('/donations')
  await expect(donations.rows).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Deleted donations' })).toHaveCount(0)
  await donations.chooseStatus('Failed')
  await donations.expectPage(chosen(await server.donations(), { status: 'Failed' }), 1)
  await donations.exportCsv()
  await page.goto('/users')
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
  expect([...new Set(requests)].toSorted()).toEqual(['GET /api/donate', 'GET /api/donate/successful'])
})

test('shows no undo, no promise to restore, and no page beyond the specification', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/\/favicon\.ico$/)
  await signInByHttp(page, server)
  await page.goto('/events')
  const events = contentOf(page, driver, 'event')
  await expect(events.cards.first()).toBeVisible()
  const card = events.cards.first()
  await driver.press(card.getByRole('button', { name: /^delete/i }))
  await expect(page.getByRole('alertdialog')).not.toContainText('restored')
  await driver.press(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))
  await events.remove(card)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  for (const path of ['/donors', '/history', '/lists', '/lists/mapping', '/settings', '/system', '/trash']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found')
    await expect(page).toHaveTitle('Page Not Found · Other Trust')
  }
})
