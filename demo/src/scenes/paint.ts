import type { Random } from '../random.ts'

/** A scene's size in pixels and its random numbers. */
export interface Canvas {
  width: number
  height: number
  random: Random
}

/** A figure's point on the ground below its middle, and its scale (1 is a person of 200 px). */
export interface Place {
  x: number
  y: number
  scale: number
  /** Looks to the left instead of to the right. */
  flipped?: boolean
}

/** Combines the parts of a scene into one SVG; `light` tints all of it. */
export function picture({ width, height }: Canvas, parts: readonly string[], light = '#ffb56b'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<linearGradient id="glow" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}" stop-opacity=".22"/><stop offset=".6" stop-color="${light}" stop-opacity=".05"/><stop offset="1" stop-color="#3a1d0c" stop-opacity=".16"/></linearGradient>
<radialGradient id="vignette" cx=".5" cy=".45" r=".75"><stop offset=".6" stop-color="#2b1408" stop-opacity="0"/><stop offset="1" stop-color="#2b1408" stop-opacity=".2"/></radialGradient>
</defs>
${parts.join('\n')}
<rect width="${width}" height="${height}" fill="url(#glow)"/><rect width="${width}" height="${height}" fill="url(#vignette)"/>
</svg>`
}

/** Places and scales a figure that is drawn around (0, 0), with negative y upwards. */
export function at({ x, y, scale, flipped = false }: Place, figure: string): string {
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(flipped ? -scale : scale)} ${round(scale)})">${figure}</g>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, extra = ''): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${extra}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${extra}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${extra}/>`
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`
}

export function line(d: string, stroke: string, width: number, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}

/** A soft shadow on the ground below a figure of this width. */
export function shadow(width: number, x = 0, y = 0): string {
  return ellipse(x, y, width / 2, width / 9, '#3a2414', 'opacity=".2"')
}

export function several(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
