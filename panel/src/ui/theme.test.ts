import { afterEach, describe, expect, test } from 'vitest'
import './theme.css'

const GROUNDS = ['--paper', '--surface', '--surface-raised', '--surface-sunken', '--surface-hover']

/** Text colours and their backgrounds, which need a contrast of 4.5:1. */
const WORDS: [ink: string, grounds: string[]][] = [
  ['--ink', [...GROUNDS, '--accent-wash', '--success-wash', '--pending-wash', '--danger-wash']],
  ['--ink-soft', [...GROUNDS, '--accent-wash']],
  ['--ink-faint', GROUNDS],
  ['--accent-ink', [...GROUNDS, '--accent-wash']],
  ['--danger-ink', [...GROUNDS, '--danger-wash']],
  ['--success-ink', ['--surface', '--surface-raised', '--success-wash']],
  ['--pending-ink', ['--surface', '--surface-raised', '--pending-wash']],
  ['--on-accent', ['--accent', '--accent-hover', '--danger', '--danger-hover']],
]

/** Edges of controls, the focus ring and charts, which need a contrast of 3:1. */
const EDGES: [edge: string, grounds: string[]][] = [
  ['--edge', ['--paper', '--surface', '--surface-raised']],
  ['--accent-ink', GROUNDS],
  ['--chart', ['--surface', '--surface-raised']],
]

afterEach(() => {
  delete document.documentElement.dataset.theme
})

describe.each(['light', 'dark'])('%s theme', (theme) => {
  test.each(WORDS)('%s as text has a contrast of at least 4.5:1', (ink, grounds) => {
    for (const ground of grounds) expect(contrast(theme, ink, ground), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGES)('%s as an edge has a contrast of at least 3:1', (edge, grounds) => {
    for (const ground of grounds) expect(contrast(theme, edge, ground), ground).toBeGreaterThanOrEqual(3)
  })
})

/** The contrast ratio of two colour tokens (WCAG 2.2). */
function contrast(theme: string, one: string, other: string): number {
  document.documentElement.dataset.theme = theme
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(token: string): number {
  const [red = 0, green = 0, blue = 0] = paint(token).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Renders a token's colour, whatever its CSS notation, to red, green and blue. */
function paint(token: string): number[] {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.color = `var(${token})`
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('no canvas')
  canvas.fillStyle = getComputedStyle(probe).color
  canvas.fillRect(0, 0, 1, 1)
  probe.remove()
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}
