import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../testing/backend.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const photo = (number: number) => ({
  _id: `p${number}`,
  title: `Photo ${number}`,
  imageUrl: `/media/${number}.jpg`,
  createdAt: `2026-01-0${number}T00:00:00Z`,
})
const BACKEND: Backend = {
  ...signedIn(['Gallery']),
  'GET /galleryphoto/School': ok([photo(1), photo(2), photo(3)]),
}
const lightbox = (title: string) => page.getByRole('dialog', { name: title, exact: true })
const picture = (title: string) => lightbox(title).getByRole('img', { name: title })

test('moves through the photos as listed by button and arrow key, and stops at both ends', async () => {
  await openPanel('/school', BACKEND)
  await button('Enlarge Photo 3').click()
  await expect.element(picture('Photo 3')).toBeVisible()
  await expect.element(lightbox('Photo 3').getByText('1 / 3')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(lightbox('Photo 3').getByText('1 / 3')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(picture('Photo 2')).toBeVisible()
  await button('Next photo').click()
  await expect.element(lightbox('Photo 1').getByText('3 / 3')).toBeVisible()
  await button('Next photo').click({ force: true })
  await expect.element(lightbox('Photo 1').getByText('3 / 3')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(lightbox('Photo 2').getByText('2 / 3')).toBeVisible()
})

test('closes by Escape and by button, and gives focus back to the photo', async () => {
  await openPanel('/school', BACKEND)
  await button('Enlarge Photo 3').click()
  await expect.element(button('Close')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Enlarge Photo 3')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(lightbox('Photo 2')).toBeVisible()
  await button('Close').click()
  await expect.element(button('Enlarge Photo 2')).toHaveFocus()
})

test('moves by a swipe, but not by a tap or a scroll', async () => {
  await openPanel('/school', BACKEND)
  await button('Enlarge Photo 3').click()
  await expect.element(lightbox('Photo 3')).toBeVisible()
  swipe([200, 100], [190, 100])
  swipe([200, 100], [140, 300])
  await expect.element(lightbox('Photo 3')).toBeVisible()
  swipe([200, 100], [120, 110])
  await expect.element(lightbox('Photo 2')).toBeVisible()
  swipe([120, 100], [200, 110])
  await expect.element(lightbox('Photo 3')).toBeVisible()
})

test('leaves the movement to the browser while the photo is zoomed in', async () => {
  await openPanel('/school', BACKEND)
  await button('Enlarge Photo 3').click()
  await expect.element(lightbox('Photo 3')).toBeVisible()
  expect(getComputedStyle(stage()).touchAction).toBe('pan-y pinch-zoom')
  vi.spyOn(VisualViewport.prototype, 'scale', 'get').mockReturnValue(2)
  window.visualViewport?.dispatchEvent(new Event('resize'))
  await expect.poll(() => getComputedStyle(stage()).touchAction).toBe('manipulation')
  swipe([200, 100], [120, 110])
  await expect.element(lightbox('Photo 3')).toBeVisible()
})

test('announces the name and the number of the next photo', async () => {
  await openPanel('/school', BACKEND)
  await button('Enlarge Photo 3').click()
  await button('Next photo').click()
  await expect.element(lightbox('Photo 2').getByRole('status')).toMatchTextContent('Photo 2 2 / 3')
})

test('keeps the link that opens the photo in a new tab', async () => {
  await openPanel('/school', BACKEND)
  const link = page.getByRole('link', { name: 'Open Photo 3 in a new tab' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/[^/]\/media\/3\.jpg$/))
})

test('fits a screen of 320 px', async () => {
  await openPanel('/school', BACKEND)
  await page.viewport(320, 568)
  await button('Enlarge Photo 3').click()
  await expect.element(button('Next photo')).toBeInViewport({ ratio: 1 })
  await expect.element(button('Close')).toBeInViewport({ ratio: 1 })
  expect(stage().getBoundingClientRect().width).toBeGreaterThan(250)
  expect(stage().getBoundingClientRect().right).toBeLessThanOrEqual(320)
})

function stage(): HTMLElement {
  const stage = document.querySelector('[role="dialog"] :is(picture, [role="img"])')?.parentElement
  if (!stage) throw new Error('the lightbox is closed')
  return stage
}

function swipe(from: [number, number], to: [number, number]) {
  const point = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, pointerType: 'touch', isPrimary: true })
  stage().dispatchEvent(new PointerEvent('pointerdown', { ...point(from), bubbles: true }))
  stage().dispatchEvent(new PointerEvent('pointerup', { ...point(to), bubbles: true }))
}
