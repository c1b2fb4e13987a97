import { at, circle, ellipse, line, type Place, path, rect, round, several } from './paint.ts'

export interface House {
  width: number
  height: number
  wall: string
  trim: string
  roof: string
  /** Arches along the front, the middle one being the door. */
  bays: number
  storeys?: number
}

/** A long house with arches, as Indian institutions have. It stands on the line y = 0. */
export function house(place: Place, { width, height, wall, trim, roof, bays, storeys = 1 }: House): string {
  const left = -width / 2
  const bay = width / bays
  const storey = height / storeys
  const arches = several(storeys * bays, (index) => {
    const x = left + (index % bays) * bay + bay * 0.5
    const base = -Math.floor(index / bays) * storey
    const isDoor = base === 0 && index % bays === Math.floor(bays / 2)
    const w = bay * (isDoor ? 0.3 : 0.26)
    const top = base - storey * (isDoor ? 0.6 : 0.62)
    const foot = base - (isDoor ? 0 : storey * 0.26)
    const hole = path(
      `M${round(x - w)} ${round(foot)} V${round(top)} Q${round(x)} ${round(top - w * 1.2)} ${round(x + w)} ${round(top)} V${round(foot)}Z`,
      isDoor ? '#6e4128' : '#5d7c86',
    )
    const pane = isDoor
      ? circle(x + w * 0.5, base - storey * 0.3, 4, '#e8c36a')
      : line(
          `M${round(x)} ${round(top - w * 0.5)} V${round(foot)} M${round(x - w)} ${round((top + foot) / 2)} H${round(x + w)}`,
          trim,
          4,
        )
    return (
      hole +
      pane +
      line(
        `M${round(x - w)} ${round(foot)} V${round(top)} Q${round(x)} ${round(top - w * 1.2)} ${round(x + w)} ${round(top)} V${round(foot)}`,
        trim,
        5,
      )
    )
  })
  const bands = several(storeys, (level) => rect(left, -storey * (level + 1), width, storey * 0.06, trim))
  const parapet =
    rect(left - 14, -height - 22, width + 28, 24, roof) +
    several(Math.floor(width / 46), (index) => circle(left + 23 + index * 46, -height - 28, 9, roof))
  return at(
    place,
    ellipse(0, 0, width * 0.55, 14, '#3a2414', 'opacity=".18"') +
      rect(left, -height, width, height, wall) +
      rect(left + width * 0.78, -height, width * 0.22, height, '#3a2414', 'opacity=".06"') +
      bands +
      arches +
      parapet +
      rect(left - 10, -12, width + 20, 14, '#b8a184'),
  )
}

export type Emblem = 'eye' | 'book' | 'cross' | 'lotus' | 'hand'

/** The round sign over a door that shows a building's purpose without text. */
export function emblem(place: Place, kind: Emblem, colour: string): string {
  const inside = {
    eye: path('M-26 0 Q0 -24 26 0 Q0 24 -26 0Z', '#fff') + circle(0, 0, 11, colour) + circle(0, 0, 5, '#22201c'),
    book:
      path('M0 14 Q-14 4 -28 10 V-14 Q-14 -20 0 -10 Q14 -20 28 -14 V10 Q14 4 0 14Z', '#fff') +
      line('M0 -10 V14', colour, 3),
    cross: path('M-8 -24 H8 V-8 H24 V8 H8 V24 H-8 V8 H-24 V-8 H-8Z', '#fff'),
    lotus: several(
      5,
      (index) =>
        `<g transform="rotate(${(index - 2) * 32})">${path('M0 14 Q-11 -8 0 -28 Q11 -8 0 14Z', '#fff', 'opacity=".9"')}</g>`,
    ),
    hand: circle(0, -16, 9, '#fff') + line('M-22 12 Q-4 -8 0 -4 Q4 -8 22 12 M0 -4 V18', '#fff', 7),
  }[kind]
  return at(
    place,
    circle(0, 3, 46, '#3a2414', 'opacity=".2"') +
      circle(0, 0, 44, colour) +
      circle(0, 0, 44, 'none', 'stroke="#fff3d8" stroke-width="5"') +
      inside,
  )
}

/** An open cow shed with a thatched roof. */
export function shed(place: Place, width: number): string {
  const left = -width / 2
  const posts = several(5, (index) => rect(left + (index * (width - 18)) / 4, -190, 18, 190, '#7d5637'))
  const thatch = path(
    `M${left - 60} -178 L${left + width * 0.16} -320 H${-left - width * 0.16} L${-left + 60} -178 Q0 -160 ${left - 60} -178Z`,
    '#c79a55',
  )
  const straw = several(28, (index) =>
    line(
      `M${round(left - 40 + index * ((width + 80) / 28))} -178 L${round(left * 0.72 + 10 + index * ((width * 0.72) / 28))} -310`,
      index % 2 ? '#b4863f' : '#d8b06c',
      3,
      'opacity=".7"',
    ),
  )
  const back = rect(left, -176, width, 176, '#6a4a33') + rect(left, -176, width, 60, '#3f2a1d', 'opacity=".45"')
  const trough =
    rect(left + 30, -46, width - 60, 46, '#a4927c') + rect(left + 38, -60, width - 76, 20, '#93a956', 'rx="9"')
  return at(place, ellipse(0, 0, width * 0.58, 16, '#3a2414', 'opacity=".2"') + back + trough + posts + thatch + straw)
}

export function haystack(place: Place): string {
  const straw = several(16, (index) =>
    line(`M${-80 + index * 10.5} -${20 + ((index * 37) % 60)} l14 -26`, '#b98a3c', 3, 'opacity=".7"'),
  )
  return at(
    place,
    ellipse(0, 0, 110, 16, '#3a2414', 'opacity=".2"') +
      path('M-104 0 Q-100 -120 -30 -142 Q20 -160 60 -126 Q102 -92 104 0Z', '#ddb45f') +
      straw,
  )
}

export function tent(place: Place, colours: readonly [string, string]): string {
  const stripes = several(8, (index) =>
    path(
      `M${-240 + index * 60} -150 L${-60 + index * 15} -270 H${-45 + index * 15} L${-180 + index * 60} -150Z`,
      colours[index % 2 ? 1 : 0],
    ),
  )
  const scallops = several(8, (index) =>
    path(`M${-240 + index * 60} -151 h60 q-30 44 -60 0Z`, colours[index % 2 ? 0 : 1]),
  )
  const poles = [-232, 232].map((x) => rect(x - 6, -150, 12, 150, '#8c6844')).join('')
  return at(
    place,
    ellipse(0, 0, 250, 18, '#3a2414', 'opacity=".16"') +
      rect(-220, -150, 440, 140, '#f3e3c4', 'opacity=".55"') +
      poles +
      stripes +
      scallops +
      line('M0 -270 V-306', '#8c6844', 5) +
      path('M2 -306 L44 -294 L2 -282Z', colours[0]),
  )
}

export function ambulance(place: Place): string {
  const wheels = [-92, 88].map((x) => circle(x, -22, 26, '#2f2a28') + circle(x, -22, 11, '#b9b2a8')).join('')
  return at(
    place,
    ellipse(0, 0, 190, 14, '#3a2414', 'opacity=".22"') +
      path('M-166 -24 V-150 Q-166 -164 -150 -164 H70 Q84 -164 92 -152 L126 -100 Q164 -94 166 -72 V-24Z', '#faf6ee') +
      rect(-166, -74, 332, 20, '#c8402f') +
      path('M60 -148 H74 L108 -102 H60Z', '#7fa9b8') +
      rect(-8, -146, 48, 44, '#7fa9b8', 'rx="6"') +
      at({ x: -92, y: -112, scale: 0.8 }, path('M-8 -24 H8 V-8 H24 V8 H8 V24 H-8 V8 H-24 V-8 H-8Z', '#c8402f')) +
      rect(-20, -180, 44, 17, '#3f7fc4', 'rx="6"') +
      wheels,
  )
}

export function flag(place: Place): string {
  const wave = (y: number, colour: string) => path(`M0 ${y} q36 -12 72 0 t60 -2 v22 q-30 10 -60 2 t-72 0Z`, colour)
  return at(
    place,
    rect(-5, -330, 9, 330, '#b9a58c') +
      `<g transform="translate(4 -328)">${wave(0, '#ef8a2a')}${wave(22, '#fbf7ee')}${wave(44, '#3f8a48')}${circle(64, 32, 9, 'none', 'stroke="#2b3f8c" stroke-width="2.5"')}</g>`,
  )
}
