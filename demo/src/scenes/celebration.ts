import { at, type Canvas, circle, ellipse, line, type Place, path, rect, round, several } from './paint.ts'

/** Marigolds and mango leaves hung across the top of a picture. */
export function garlands({ width, height }: Canvas): string {
  const spans = 4
  const size = height / 46
  return several(spans, (span) => {
    const left = (width / spans) * span
    return several(15, (bead) => {
      const part = bead / 14
      const x = left + (width / spans) * part
      const y = Math.sin(part * Math.PI) * height * 0.085
      const leaf =
        bead % 7 === 0
          ? path(
              `M${round(x)} ${round(y)} q${round(-size)} ${round(size * 2)} 0 ${round(size * 4.4)} q${round(size)} ${round(-size * 2.4)} 0 ${round(-size * 4.4)}Z`,
              '#5d8b3c',
            )
          : ''
      return (
        leaf +
        circle(x, y, size * 0.86, bead % 2 ? '#f3a31c' : '#e8701f') +
        circle(x, y, size * 0.42, bead % 2 ? '#f9c04b' : '#f39234')
      )
    })
  })
}

/** A clay lamp with its flame and the light around it. */
function diya(place: Place): string {
  return at(
    place,
    circle(0, -30, 62, '#ffcf6b', 'opacity=".16"') +
      circle(0, -30, 34, '#ffd98a', 'opacity=".28"') +
      path('M-30 -14 Q0 22 30 -14 Q16 -6 0 -6 Q-16 -6 -30 -14Z', '#b5572c') +
      ellipse(0, -13, 29, 6, '#8c3e1e') +
      path('M0 -14 Q-12 -28 0 -50 Q12 -28 0 -14Z', '#ffb02e') +
      path('M0 -15 Q-5 -24 0 -36 Q5 -24 0 -15Z', '#fff3c4'),
  )
}

/** A pattern of coloured powder on the ground, seen from the side. */
export function rangoli(place: Place): string {
  const ring = (count: number, radius: number, size: number, colour: string) =>
    several(count, (index) => {
      const angle = (index / count) * Math.PI * 2
      return circle(Math.cos(angle) * radius, Math.sin(angle) * radius, size, colour)
    })
  return at(
    place,
    `<g transform="scale(1 .34)">${circle(0, 0, 150, '#f6dfae', 'opacity=".35"')}${ring(16, 132, 17, '#d8432f')}${ring(14, 98, 18, '#f2a51f')}${ring(10, 62, 19, '#2f8f79')}${ring(6, 30, 15, '#c13f7c')}${circle(0, 0, 15, '#fff1c9')}</g>`,
  )
}

export function stage(place: Place, width: number): string {
  const folds = several(12, (index) =>
    rect(-width / 2 + (index * width) / 12, -330, width / 24, 270, '#7a1f2b', 'opacity=".35"'),
  )
  return at(
    place,
    rect(-width / 2, -330, width, 270, '#a8303a') +
      folds +
      path(
        `M${-width / 2} -330 H${width / 2} V-290 ${several(8, (index) => `Q${round(width / 2 - (index + 0.5) * (width / 8))} -236 ${round(width / 2 - (index + 1) * (width / 8))} -290 `)}Z`,
        '#d98f2b',
      ) +
      rect(-width / 2 - 20, -60, width + 40, 60, '#8a5a35') +
      rect(-width / 2 - 20, -60, width + 40, 10, '#b37c4c'),
  )
}

/** A big brass pot of food with steam, for a common meal. */
export function cauldron(place: Place): string {
  return at(
    place,
    ellipse(0, 0, 84, 12, '#3a2414', 'opacity=".22"') +
      path('M-78 -78 Q-92 -6 -40 -2 H40 Q92 -6 78 -78Z', '#c08a35') +
      ellipse(0, -78, 80, 16, '#8d6122') +
      ellipse(0, -80, 66, 11, '#f0cf75') +
      line('M-22 -98 q-10 -22 4 -40 M8 -100 q-10 -24 4 -44 M34 -98 q-8 -20 4 -36', '#fff', 5, 'opacity=".5"'),
  )
}

/** A row of seated people in the distance, such as an audience. */
export function crowd({ width, random }: Canvas, y: number, scale: number): string {
  const cloths = ['#c2452d', '#e0902f', '#2f7f79', '#7c3f7a', '#d9b13b', '#3f6ea5', '#a83a5b'] as const
  const step = 62 * scale
  return several(Math.ceil(width / step) + 1, (index) =>
    at(
      { x: index * step + random.between(-8, 8), y: y + random.between(-6, 6), scale },
      path('M-34 40 Q-34 -30 0 -34 Q34 -30 34 40Z', random.pick(cloths)) +
        circle(0, -52, 21, '#2c1e17') +
        line('M-30 20 Q0 34 30 20', '#000', 3, 'opacity=".08"'),
    ),
  )
}

export function lamps(canvas: Canvas, y: number, count: number): string {
  return several(count, (index) =>
    diya({ x: (canvas.width / count) * (index + 0.5), y: y + (index % 2) * 12, scale: canvas.height / 900 }),
  )
}

export function medicalCross(place: Place): string {
  return at(
    place,
    rect(-30, -190, 60, 60, '#fff', 'rx="10"') +
      path('M-7 -180 H7 V-167 H20 V-153 H7 V-140 H-7 V-153 H-20 V-167 H-7Z', '#c8402f') +
      rect(-4, -130, 8, 130, '#8c6844'),
  )
}
