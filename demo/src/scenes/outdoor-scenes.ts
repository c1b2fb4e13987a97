import { anyCoat, calf, cow } from './animals.ts'
import { ambulance, type Emblem, emblem, flag, type House, haystack, house, shed, tent } from './buildings.ts'
import { DRY_FIELD, FAR_BLUE, grass, hills, MEADOW, palm, pot, type Sky, sapling, sky, tree } from './nature.ts'
import { type Canvas, picture, rect, several } from './paint.ts'
import { anyLooks, DOCTOR, NURSE, sitting, standing } from './people.ts'

const FLOWERS = ['#f2a51f', '#e8553a', '#fff1c9', '#c13f7c'] as const

/** Cows on a meadow; `herd` is their number. */
export function pasture(canvas: Canvas, sort: Sky, herd: number, land: readonly string[] = MEADOW): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const cows = several(herd, (index) => {
    const depth = (index + 1) / herd
    const place = {
      x: width * ((index * 0.37 + random.between(0.12, 0.2)) % 0.84) + width * 0.08,
      y: height * (0.66 + depth * 0.25),
      scale: unit * (0.75 + depth * 0.75),
      flipped: random.chance(0.5),
    }
    return cow(place, anyCoat(random), { grazing: random.chance(0.5) })
  })
  return picture(
    canvas,
    [
      sky(canvas, sort),
      hills(canvas, height * 0.5, [...FAR_BLUE.slice(0, 1), ...land]),
      tree({ x: width * random.between(0.1, 0.24), y: height * 0.68, scale: unit * 1.15 }, canvas),
      tree({ x: width * random.between(0.78, 0.92), y: height * 0.65, scale: unit * 0.85 }, canvas, [
        '#5d8746',
        '#74a052',
        '#93b965',
      ]),
      grass(canvas, height * 0.72, FLOWERS),
      cows,
    ],
    sort === 'dusk' ? '#ff8a4a' : '#ffc27a',
  )
}

export function cowShed(canvas: Canvas, sort: Sky): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const ground = height * 0.86
  return picture(canvas, [
    sky(canvas, sort),
    hills(canvas, height * 0.5, DRY_FIELD),
    palm({ x: width * 0.9, y: height * 0.72, scale: unit * 1.2 }),
    shed({ x: width * 0.42, y: height * 0.76, scale: unit * 1.25 }, 620),
    haystack({ x: width * 0.86, y: height * 0.82, scale: unit * 1.1 }),
    several(3, (index) =>
      cow(
        { x: width * (0.2 + index * 0.2), y: ground + index * 12 * unit, scale: unit * 1.2, flipped: index === 2 },
        anyCoat(random),
      ),
    ),
    standing({ x: width * 0.76, y: height * 0.93, scale: unit * 1.35, flipped: true }, anyLooks(random), 'forward'),
    calf({ x: width * 0.62, y: height * 0.95, scale: unit * 1.3 }, anyCoat(random)),
  ])
}

/** A cow and her calf in the foreground, with a keeper. */
export function motherAndCalf(canvas: Canvas, sort: Sky): string {
  const { width, height, random } = canvas
  const unit = Math.min(width, height) / 900
  const coat = anyCoat(random)
  return picture(canvas, [
    sky(canvas, sort),
    hills(canvas, height * 0.5, MEADOW),
    tree({ x: width * 0.2, y: height * 0.72, scale: unit * 1.5 }, canvas),
    grass(canvas, height * 0.78, FLOWERS),
    cow({ x: width * 0.46, y: height * 0.84, scale: unit * 1.75 }, coat, { garland: random.chance(0.5) }),
    calf({ x: width * 0.62, y: height * 0.93, scale: unit * 1.7, flipped: true }, coat),
    standing({ x: width * 0.86, y: height * 0.9, scale: unit * 1.7, flipped: true }, anyLooks(random), 'forward'),
  ])
}

export interface Front extends Omit<House, 'width' | 'height'> {
  emblem: Emblem
  sign: string
}

/** The front of an institution with people before it. */
export function houseFront(canvas: Canvas, front: Front, sort: Sky, visitors: 'old' | 'children' | 'patients'): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const base = height * 0.8
  const tall = (front.storeys ?? 1) * 225
  const span = Math.min(880, (width / unit) * 0.74)
  const people = several(visitors === 'children' ? 6 : 4, (index) => {
    const looks = anyLooks(random, { old: visitors === 'old', child: visitors === 'children' })
    const scale = unit * (visitors === 'children' ? 0.85 : 1.25)
    const arm = visitors === 'children' && random.chance(0.5) ? 'raised' : 'down'
    return standing(
      {
        x: width * (0.12 + index * (visitors === 'children' ? 0.14 : 0.2)) + random.between(0, width * 0.06),
        y: height * random.between(0.9, 0.95),
        scale,
        flipped: random.chance(0.5),
      },
      looks,
      arm,
    )
  })
  return picture(canvas, [
    sky(canvas, sort),
    hills(canvas, height * 0.56, FAR_BLUE),
    tree({ x: width * 0.06, y: base, scale: unit * 1.3 }, canvas),
    rect(0, base - 6 * unit, width, height - base + 6 * unit, '#dcc096'),
    rect(0, base - 6 * unit, width, 8 * unit, '#c9a878'),
    house({ x: width / 2, y: base, scale: unit }, { ...front, width: span, height: tall }),
    emblem({ x: width / 2, y: base - (tall + 10) * unit, scale: unit }, front.emblem, front.sign),
    visitors === 'children'
      ? flag({ x: width * 0.88, y: base, scale: unit * 1.1 })
      : palm({ x: width * 0.95, y: base, scale: unit * 1.15 }),
    pot({ x: width * 0.3, y: base + 12 * unit, scale: unit }, '#e8553a'),
    pot({ x: width * 0.7, y: base + 12 * unit, scale: unit }, '#f2a51f'),
    people,
  ])
}

/** People sitting together below a big tree. */
export function underTheTree(
  canvas: Canvas,
  sort: Sky,
  who: { old?: boolean; child?: boolean },
  count: number,
): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const scale = unit * (who.child ? 1.05 : 1.45)
  return picture(canvas, [
    sky(canvas, sort),
    hills(canvas, height * 0.52, MEADOW),
    tree({ x: width * 0.5, y: height * 0.76, scale: unit * 2.05 }, canvas),
    pot({ x: width * 0.07, y: height * 0.84, scale: unit * 1.1 }, '#c13f7c'),
    several(count, (index) =>
      sitting(
        {
          x: width * (0.13 + (0.74 * index) / Math.max(1, count - 1)),
          y: height * (0.86 + (index % 2) * 0.06),
          scale,
          flipped: index >= count / 2,
        },
        anyLooks(random, who),
      ),
    ),
    grass(canvas, height * 0.88, FLOWERS),
  ])
}

/** A camp in a field: a tent, people waiting, a doctor or nurse at work. */
export function camp(canvas: Canvas, colours: readonly [string, string], helper: 'doctor' | 'nurse'): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, 'day'),
    hills(canvas, height * 0.54, DRY_FIELD),
    tree({ x: width * 0.92, y: height * 0.72, scale: unit * 1.1 }, canvas),
    tent({ x: width * 0.36, y: height * 0.78, scale: unit * 1.5 }, colours),
    standing(
      { x: width * 0.36, y: height * 0.86, scale: unit * 1.35 },
      helper === 'doctor' ? DOCTOR : NURSE,
      'forward',
    ),
    several(5, (index) =>
      standing(
        { x: width * (0.5 + index * 0.1), y: height * (0.88 + (index % 2) * 0.04), scale: unit * 1.25, flipped: true },
        anyLooks(random, { old: index % 2 === 0 }),
        index === 0 ? 'forward' : 'down',
      ),
    ),
    sitting({ x: width * 0.15, y: height * 0.92, scale: unit * 1.3 }, anyLooks(random, { old: true })),
  ])
}

export function ambulanceDay(canvas: Canvas, sort: Sky): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, sort),
    hills(canvas, height * 0.54, FAR_BLUE),
    tree({ x: width * 0.12, y: height * 0.76, scale: unit * 1.5 }, canvas),
    palm({ x: width * 0.88, y: height * 0.76, scale: unit * 1.4 }),
    rect(0, height * 0.8, width, height * 0.2, '#8f8578'),
    rect(0, height * 0.8, width, height * 0.012, '#d8cbb0'),
    ambulance({ x: width * 0.46, y: height * 0.9, scale: unit * 1.9 }),
    standing({ x: width * 0.78, y: height * 0.92, scale: unit * 1.5, flipped: true }, NURSE, 'crossed'),
    standing({ x: width * 0.9, y: height * 0.93, scale: unit * 1.5, flipped: true }, anyLooks(random), 'raised'),
  ])
}

/** Planting young trees after the first rain. */
export function planting(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(
    canvas,
    [
      sky(canvas, 'monsoon'),
      hills(canvas, height * 0.5, ['#9db88c', '#83a86a', '#6a9450']),
      tree({ x: width * 0.86, y: height * 0.7, scale: unit * 1.2 }, canvas),
      several(7, (index) =>
        sapling({ x: width * (0.1 + index * 0.14), y: height * (0.84 + (index % 2) * 0.08), scale: unit * 2.2 }),
      ),
      several(4, (index) =>
        standing(
          {
            x: width * (0.18 + index * 0.22),
            y: height * (0.86 + (index % 2) * 0.06),
            scale: unit * 1.2,
            flipped: index % 2 === 1,
          },
          anyLooks(random),
          'forward',
        ),
      ),
    ],
    '#d6e59a',
  )
}
