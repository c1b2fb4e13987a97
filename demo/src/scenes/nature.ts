import { at, type Canvas, circle, ellipse, line, type Place, path, rect, round, several, shadow } from './paint.ts'

const SKIES = {
  dawn: ['#f7b27a', '#fbd9a5', '#fdeecb'],
  day: ['#7fbfd6', '#b5dde2', '#f4ecd2'],
  noon: ['#5fa8cf', '#a4d3e3', '#e6f0e2'],
  dusk: ['#7a4f82', '#d9776a', '#f6b873'],
  night: ['#141a3c', '#2b2a5a', '#5b3c66'],
  monsoon: ['#7d97a3', '#a9bfc1', '#dfe0cf'],
} as const
export type Sky = keyof typeof SKIES

export function sky({ width, height, random }: Canvas, kind: Sky): string {
  const [top, middle, low] = SKIES[kind]
  const gradient = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".5" stop-color="${middle}"/><stop offset=".8" stop-color="${low}"/></linearGradient></defs>`
  const size = Math.min(width, height)
  const x = width * random.between(0.15, 0.85)
  const y = height * (kind === 'day' || kind === 'noon' ? random.between(0.12, 0.22) : random.between(0.3, 0.42))
  const disc = kind === 'night' ? '#f5edd0' : '#fff3cf'
  const sun = several(3, (ring) =>
    circle(x, y, size * (0.06 + ring * 0.05), disc, `opacity="${round(0.85 - ring * 0.32)}"`),
  )
  const above =
    kind === 'night'
      ? several(50, () =>
          circle(
            random.next() * width,
            random.next() * height * 0.55,
            random.between(0.8, 2.4),
            '#fff',
            'opacity=".75"',
          ),
        )
      : several(random.whole(2, 4), () =>
          cloud(random.next() * width, height * random.between(0.06, 0.3), size * random.between(0.05, 0.1)),
        )
  return `${gradient}${rect(0, 0, width, height, 'url(#sky)')}${kind === 'monsoon' ? '' : sun}${above}${kind === 'night' ? '' : birds(width * random.between(0.2, 0.7), height * random.between(0.14, 0.28), size / 900)}`
}

function cloud(x: number, y: number, size: number): string {
  return `<g fill="#fffaf0" opacity=".7">${ellipse(x, y, size * 1.6, size * 0.42, 'inherit')}${circle(x - size * 0.5, y - size * 0.18, size * 0.48, 'inherit')}${circle(x + size * 0.35, y - size * 0.28, size * 0.6, 'inherit')}</g>`.replaceAll(
    'fill="inherit"',
    '',
  )
}

function birds(x: number, y: number, scale: number): string {
  return several(4, (index) =>
    at(
      { x: x + index * 46 * scale, y: y + ((index * 29) % 40) * scale, scale },
      line('M-14 -6 Q-6 -12 0 0 Q6 -12 14 -6', '#5a4636', 3),
    ),
  )
}

/** Hills from the horizon down, each one nearer and darker. */
export function hills({ width, height, random }: Canvas, horizon: number, colours: readonly string[]): string {
  return colours
    .map((colour, index) => {
      const base = horizon + ((height - horizon) * index) / (colours.length + 1.2)
      const swing = height * 0.05
      const points = [0, 0.25, 0.5, 0.75, 1].map(
        (part) => [width * part, base + random.between(-swing, swing)] as const,
      )
      const [first, ...rest] = points
      if (!first) return ''
      const curve = rest.map(
        ([x, y], place) =>
          `S${round(x - width * 0.12)} ${round(y + (place % 2 ? swing : -swing) * 0.6)} ${round(x)} ${round(y)}`,
      )
      return path(`M${first.map(round).join(' ')} ${curve.join(' ')} V${height} H0Z`, colour)
    })
    .join('')
}

export const MEADOW = ['#a9bf7a', '#8fb063', '#789f4f'] as const
export const DRY_FIELD = ['#d9bd7f', '#cda765', '#b98f4f'] as const
export const FAR_BLUE = ['#a9b9a6', '#93b07e', '#7ca25a'] as const

/** Tufts of grass and flowers, from `top` to the bottom of the picture. */
export function grass({ width, height, random }: Canvas, top: number, colours: readonly [string, ...string[]]): string {
  return several(70, () => {
    const y = top + (height - top) * random.next() ** 0.8
    const scale = 0.5 + (1.2 * (y - top)) / (height - top)
    const x = random.next() * width
    const blades = line('M-7 0 Q-8 -10 -11 -16 M0 0 V-20 M7 0 Q8 -10 12 -15', '#5f8440', 2.4, 'opacity=".65"')
    return at({ x, y, scale }, random.chance(0.35) ? blades + circle(0, -22, 5, random.pick(colours)) : blades)
  })
}

/** A broad shade tree such as a neem or a banyan. */
export function tree(
  place: Place,
  canvas: Canvas,
  leaves: readonly [string, string, string] = ['#4f7d3f', '#5f9149', '#7bab58'],
): string {
  const { random } = canvas
  const crown = leaves
    .map((colour, layer) =>
      several(7, (index) => {
        const angle = (index / 7) * Math.PI * 2 + layer
        return circle(
          Math.cos(angle) * (88 - layer * 20),
          -255 - layer * 16 + Math.sin(angle) * (52 - layer * 12),
          random.between(44, 62) - layer * 8,
          colour,
        )
      }),
    )
    .join('')
  const trunk = path(
    'M-22 0 Q-12 -70 -16 -150 L-60 -220 L-44 -226 L-4 -176 L34 -232 L50 -222 L18 -150 Q14 -70 26 0Z',
    '#7b5436',
  )
  return at(place, shadow(210) + trunk + crown)
}

export function palm(place: Place): string {
  const fronds = several(8, (index) => {
    const angle = -165 + index * 21.5
    return `<g transform="translate(14 -300) rotate(${round(angle)})">${path('M0 0 Q60 -34 126 14 Q62 -8 0 8Z', index % 2 ? '#5c8f47' : '#4b7a3b')}</g>`
  })
  return at(
    place,
    shadow(90) +
      path('M-10 0 Q-2 -160 8 -300 L20 -300 Q14 -160 14 0Z', '#8a6440') +
      fronds +
      circle(6, -292, 9, '#a8743c') +
      circle(22, -288, 9, '#96652f'),
  )
}

export function pot(place: Place, flower: string): string {
  const plant = several(
    7,
    (index) =>
      line(`M0 -34 Q${(index - 3) * 6} -66 ${(index - 3) * 13} -${78 + (index % 3) * 12}`, '#5f8f49', 5) +
      circle((index - 3) * 13, -80 - (index % 3) * 12, 9, flower),
  )
  return at(
    place,
    shadow(56) + plant + path('M-24 -38 H24 L17 0 H-17Z', '#b9633a') + rect(-27, -46, 54, 11, '#c97247', 'rx="4"'),
  )
}

export function sapling(place: Place): string {
  return at(
    place,
    ellipse(0, 0, 30, 8, '#6b4630') +
      line('M0 0 Q-2 -30 0 -58', '#6f8f45', 5) +
      path('M0 -34 Q-26 -42 -30 -62 Q-6 -58 0 -34Z', '#6da04b') +
      path('M0 -46 Q24 -52 30 -74 Q4 -70 0 -46Z', '#82b45c'),
  )
}
