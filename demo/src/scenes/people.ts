import type { Random } from '../random.ts'
import { at, circle, ellipse, line, type Place, path, rect, shadow } from './paint.ts'

export interface Looks {
  skin: string
  hair: string
  /** Colour of the sari, kurta or uniform. */
  cloth: string
  trim: string
  woman: boolean
}

const SKINS = ['#8d5a3b', '#a56c46', '#b97f55', '#7a4a30', '#c48e62'] as const
const CLOTHS = [
  '#c2452d',
  '#e0902f',
  '#2f7f79',
  '#7c3f7a',
  '#d9b13b',
  '#3f6ea5',
  '#a83a5b',
  '#5f8a3d',
  '#efe3cb',
  '#cf6a3f',
] as const
const TRIMS = ['#f6d77a', '#fff1d6', '#7a2f22', '#24545a', '#f2b35e'] as const

export function anyLooks(random: Random, { old = false, child = false } = {}): Looks {
  const woman = random.chance(0.5)
  const cloth = old && random.chance(0.5) ? '#f1e8d6' : random.pick(CLOTHS)
  return {
    skin: random.pick(SKINS),
    hair: old ? '#d8d2c8' : '#2a1c16',
    cloth,
    trim: random.pick(TRIMS),
    woman: child ? random.chance(0.5) : woman,
  }
}

export const NURSE: Looks = { skin: '#a56c46', hair: '#2a1c16', cloth: '#f7f3ea', trim: '#4a88b5', woman: true }
export const DOCTOR: Looks = { skin: '#b97f55', hair: '#2a1c16', cloth: '#f9f6ef', trim: '#7aa7bd', woman: false }

function head({ skin, hair, woman, trim }: Looks, y: number): string {
  const bun = woman ? circle(-15, y - 4, 10, hair) + circle(-19, y - 10, 4, trim) : ''
  const cap = path(
    `M-20 ${y} Q-22 ${y - 25} 0 ${y - 25} Q23 ${y - 24} 20 ${y - 4} Q8 ${y - 14} -6 ${y - 11} Q-14 ${y - 8} -20 ${y}Z`,
    hair,
  )
  const face =
    circle(3, y, 18.5, skin) +
    circle(10, y - 1, 1.9, '#2a1a12') +
    line(`M7 ${y + 8} Q11 ${y + 11} 15 ${y + 7}`, '#5b2f22', 1.8)
  const bindi = woman ? circle(11, y - 9, 1.8, '#b3261e') : ''
  return bun + face + cap + bindi
}

/** A standing person; `arm` is the pose of the near arm. */
export function standing(place: Place, looks: Looks, arm: 'down' | 'raised' | 'forward' | 'crossed' = 'down'): string {
  const { skin, cloth, trim, woman } = looks
  const neck = rect(-5, -164, 12, 16, skin)
  const body = woman
    ? path('M-24 -148 Q0 -160 24 -148 Q28 -112 25 -92 Q38 -40 36 -4 H-36 Q-38 -44 -25 -92 Q-29 -120 -24 -148Z', cloth) +
      path('M-24 -148 Q-8 -152 4 -148 Q30 -110 36 -4 H18 Q10 -90 -24 -148Z', trim, 'opacity=".75"')
    : path('M-20 -58 H20 L18 -4 H3 L0 -50 L-3 -4 H-18Z', '#efe6d4') +
      path('M-26 -148 Q0 -160 26 -148 Q32 -100 28 -44 H-28 Q-32 -100 -26 -148Z', cloth) +
      line('M1 -150 V-104', trim, 3)
  const feet = ellipse(-11, -3, 12, 5, '#5b3a26') + ellipse(13, -3, 12, 5, '#5b3a26')
  return at(place, shadow(80) + feet + body + neck + head(looks, -180) + nearArm(looks, arm, skin))
}

function nearArm({ cloth }: Looks, arm: 'down' | 'raised' | 'forward' | 'crossed', skin: string): string {
  const shapes = {
    down: ['M-14 -140 Q-26 -112 -22 -92', 'M-22 -92 L-18 -72'],
    raised: ['M16 -142 Q36 -156 42 -172', 'M42 -172 L46 -198'],
    forward: ['M14 -138 Q30 -122 46 -120', 'M46 -120 L66 -124'],
    crossed: ['M-14 -138 Q-20 -112 0 -108', 'M0 -108 L18 -118'],
  } as const
  const [sleeve, hand] = shapes[arm]
  return line(hand, skin, 11) + line(sleeve, cloth, 16) + line(sleeve, '#000', 16, 'opacity=".1"')
}

/** A person sitting on the ground, or on a seat `seat` px above it. */
export function sitting(place: Place, looks: Looks, seat = 0): string {
  const { skin, cloth, trim, woman } = looks
  const up = -seat
  const legs =
    seat > 0
      ? path(
          `M-22 ${up - 34} Q10 ${up - 42} 40 ${up - 22} L38 -4 H18 L14 ${up - 2} L-20 ${up}Z`,
          woman ? cloth : '#efe6d4',
        )
      : path('M-44 -2 Q-46 -30 -14 -34 H16 Q50 -30 50 -2Z', woman ? cloth : '#efe6d4')
  const body = path(
    `M-24 ${up - 104} Q0 ${up - 116} 22 ${up - 104} Q28 ${up - 60} 24 ${up - 24} H-24 Q-30 ${up - 62} -24 ${up - 104}Z`,
    cloth,
  )
  const drape = woman
    ? path(
        `M-22 ${up - 106} Q0 ${up - 104} 22 ${up - 28} L4 ${up - 26} Q-4 ${up - 76} -22 ${up - 106}Z`,
        trim,
        'opacity=".75"',
      )
    : ''
  const arm =
    line(`M-6 ${up - 92} Q-12 ${up - 58} 12 ${up - 46}`, cloth, 14) + line(`M12 ${up - 46} L28 ${up - 44}`, skin, 10)
  return at(
    place,
    shadow(100) +
      legs +
      body +
      drape +
      rect(-4, up - 120, 11, 16, skin) +
      head(looks, up - 136) +
      arm +
      line(`M-6 ${up - 92} Q-12 ${up - 58} 12 ${up - 46}`, '#000', 14, 'opacity=".1"'),
  )
}

/** A person lying down with one leg up, as in an exercise. */
export function stretching(place: Place, { skin, hair, cloth }: Looks): string {
  return at(
    place,
    shadow(240) +
      line('M20 -24 L92 -60 L112 -10', '#3f4f63', 22) +
      line('M20 -22 L84 -26 L150 -96', '#4c5f76', 22) +
      line('M150 -96 L158 -112', skin, 12) +
      path('M-72 -42 Q-30 -50 30 -40 Q40 -26 30 -10 Q-30 -4 -74 -10Z', cloth) +
      line('M-50 -18 Q-10 -6 24 -10', skin, 10) +
      circle(-94, -28, 19, skin) +
      path('M-112 -20 Q-118 -44 -96 -48 Q-84 -48 -82 -42 Q-100 -42 -100 -20Z', hair),
  )
}
