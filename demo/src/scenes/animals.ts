import type { Random } from '../random.ts'
import { at, circle, ellipse, line, type Place, path, shadow } from './paint.ts'

export interface Coat {
  hide: string
  shade: string
  patch: string | undefined
}

const COATS: readonly [Coat, ...Coat[]] = [
  { hide: '#f3ead9', shade: '#ddcdb1', patch: undefined },
  { hide: '#f6f0e4', shade: '#e0d3bb', patch: '#9a6238' },
  { hide: '#b9713d', shade: '#9a5a2d', patch: undefined },
  { hide: '#8b5534', shade: '#6f4127', patch: '#f1e6d2' },
  { hide: '#d8b48a', shade: '#bf966a', patch: undefined },
]

export function anyCoat(random: Random): Coat {
  return random.pick(COATS)
}

/** An Indian cow; `grazing` lowers the head, `garland` hangs flowers around the neck. */
export function cow(place: Place, { hide, shade, patch }: Coat, { grazing = false, garland = false } = {}): string {
  const legs = [-66, -40, 46, 70]
    .map(
      (x, index) =>
        path(`M${x - 9} -74 H${x + 9} L${x + 6} -4 H${x - 6}Z`, index % 2 ? hide : shade) +
        path(`M${x - 7} -9 H${x + 7} V0 H${x - 7}Z`, '#4b3628'),
    )
    .join('')
  const body = path(
    'M-96 -122 Q-92 -152 -44 -152 H10 Q22 -178 44 -168 Q58 -160 60 -148 Q92 -140 92 -108 Q92 -62 54 -58 H-60 Q-98 -62 -96 -122Z',
    hide,
  )
  const belly = path('M-92 -88 Q-84 -60 -56 -58 H54 Q84 -62 91 -92 Q60 -70 0 -72 Q-60 -70 -92 -88Z', shade)
  const spots = patch
    ? ellipse(-48, -124, 26, 18, patch) + ellipse(8, -100, 22, 15, patch) + ellipse(-76, -94, 11, 13, patch)
    : ''
  const tail = line('M-94 -128 Q-114 -104 -106 -58', shade, 6) + ellipse(-105, -52, 6, 12, '#4b3628')
  const turn = grazing ? 'translate(74 -116) rotate(62)' : 'translate(78 -138)'
  const front = `<g transform="${turn}">${neckAndHead({ hide, shade, patch })}</g>`
  const flowers =
    garland && !grazing
      ? [0, 1, 2, 3, 4, 5, 6]
          .map((bead) =>
            circle(66 + bead * 6.5, -128 + Math.sin((bead / 6) * Math.PI) * 40, 7, bead % 2 ? '#f2a51f' : '#e2661b'),
          )
          .join('')
      : ''
  return at(place, shadow(220) + tail + legs + body + belly + spots + front + flowers)
}

function neckAndHead({ hide, shade, patch }: Coat): string {
  return (
    path('M-22 -12 Q0 -40 34 -44 L42 -10 Q20 14 -2 46 Q-14 30 -22 -12Z', hide) +
    path('M30 -4 Q18 22 -2 46 Q-6 40 -8 34 Q12 12 22 -4Z', shade) +
    line('M26 -52 Q22 -78 40 -86', '#e9dcc0', 7) +
    line('M40 -52 Q46 -74 62 -78', '#d9c8a5', 7) +
    path('M20 -50 Q2 -54 -8 -44 Q4 -34 22 -38Z', shade) +
    path('M24 -56 Q44 -64 56 -46 L78 -14 Q82 0 68 2 Q54 4 44 -8 L26 -26 Q18 -44 24 -56Z', hide) +
    path('M66 -24 L78 -12 Q82 0 68 2 Q58 2 56 -4Z', '#d8a58c') +
    (patch ? ellipse(38, -46, 10, 8, patch) : '') +
    circle(47, -38, 3.6, '#22150e') +
    circle(72, -8, 2, '#6b4233')
  )
}

export function calf(place: Place, coat: Coat): string {
  return cow({ ...place, scale: place.scale * 0.58 }, coat)
}
