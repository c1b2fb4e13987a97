import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { MediaImage, type MediaPicture } from './media-image.tsx'

/** A picture of one colour, as a data URL. */
function dot(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 8
  canvas.height = 6
  const context = canvas.getContext('2d')
  if (!context) throw new Error('there is no canvas')
  context.fillStyle = colour
  context.fillRect(0, 0, 8, 6)
  return canvas.toDataURL()
}

const SIZE = { width: 8, height: 6 }
const small = dot('#00f')
const whole = dot('#f00')
const withSmall: MediaPicture = { size: SIZE, sources: [{ type: 'image/png', srcSet: `${small} 400w` }] }
const withLost: MediaPicture = { size: SIZE, sources: [{ type: 'image/png', srcSet: '/none/lost-400.png 400w' }] }

const image = () => document.querySelector<HTMLImageElement>('picture img')

test('shows a smaller version, and reserves its space', async () => {
  await renderPart(<MediaImage src={whole} alt="Cow" picture={withSmall} />)
  await expect.poll(() => image()?.currentSrc).toBe(small)
  expect(image()).toMatchObject({ loading: 'lazy', decoding: 'async', alt: 'Cow' })
  expect(image()?.getAttribute('width')).toBe('8')
  expect(image()?.getAttribute('height')).toBe('6')
})

test('falls back to the original if a smaller version fails', async () => {
  await renderPart(<MediaImage src={whole} alt="Cow" picture={withLost} />)
  await expect.poll(() => image()?.currentSrc).toBe(whole)
  await expect.poll(() => image()?.naturalWidth).toBeGreaterThan(0)
})

test('shows an error if the original fails too', async () => {
  const screen = await renderPart(<MediaImage src="/none/lost.png" alt="Cow" picture={withLost} />)
  await expect.element(screen.getByRole('img', { name: 'Cow' })).toMatchTextContent("Picture can't be shown")
})

test('loads the original from a plain backend', async () => {
  await renderPart(<MediaImage src={whole} alt="Cow" />)
  await expect.poll(() => image()?.currentSrc).toBe(whole)
  expect(document.querySelector('picture source')).toBeNull()
  expect(image()?.hasAttribute('width')).toBe(false)
})
