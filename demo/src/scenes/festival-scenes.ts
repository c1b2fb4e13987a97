import { anyCoat, calf, cow } from './animals.ts'
import { tent } from './buildings.ts'
import { cauldron, crowd, garlands, lamps, medicalCross, rangoli, stage } from './celebration.ts'
import { DRY_FIELD, hills, MEADOW, sky, tree } from './nature.ts'
import { type Canvas, picture, rect, several } from './paint.ts'
import { anyLooks, NURSE, sitting, standing } from './people.ts'

export function festivalOfLamps(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(
    canvas,
    [
      sky(canvas, 'night'),
      hills(canvas, height * 0.58, ['#3b2f57', '#4a3450', '#5c3b46']),
      rect(0, height * 0.76, width, height * 0.24, '#6b4534'),
      garlands(canvas),
      lamps(canvas, height * 0.78, 9),
      rangoli({ x: width * 0.5, y: height * 0.9, scale: unit * 1.5 }),
      several(4, (index) =>
        sitting(
          {
            x: width * (index < 2 ? 0.12 + index * 0.14 : 0.46 + index * 0.14),
            y: height * 0.93,
            scale: unit * 1.45,
            flipped: index > 1,
          },
          anyLooks(random, { old: index % 2 === 0 }),
        ),
      ),
      lamps(canvas, height * 0.965, 6),
    ],
    '#ff9d3c',
  )
}

/** A calf, and a cow with a garland, on the festival that honours cows. */
export function cowFestival(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, 'dawn'),
    hills(canvas, height * 0.52, MEADOW),
    tree({ x: width * 0.88, y: height * 0.72, scale: unit * 1.4 }, canvas),
    garlands(canvas),
    rangoli({ x: width * 0.4, y: height * 0.94, scale: unit * 1.6 }),
    cow({ x: width * 0.36, y: height * 0.86, scale: unit * 1.8 }, anyCoat(random), { garland: true }),
    calf({ x: width * 0.12, y: height * 0.9, scale: unit * 1.6 }, anyCoat(random)),
    several(3, (index) =>
      standing(
        { x: width * (0.66 + index * 0.12), y: height * (0.9 + (index % 2) * 0.04), scale: unit * 1.5, flipped: true },
        anyLooks(random),
        index === 0 ? 'forward' : 'crossed',
      ),
    ),
  ])
}

export function bloodDonation(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, 'day'),
    hills(canvas, height * 0.56, DRY_FIELD),
    tent({ x: width * 0.5, y: height * 0.8, scale: unit * 1.8 }, ['#c8402f', '#fbf3e2']),
    medicalCross({ x: width * 0.13, y: height * 0.84, scale: unit * 1.5 }),
    standing({ x: width * 0.4, y: height * 0.88, scale: unit * 1.5 }, NURSE, 'forward'),
    sitting({ x: width * 0.54, y: height * 0.9, scale: unit * 1.5, flipped: true }, anyLooks(random), 50),
    several(3, (index) =>
      standing(
        { x: width * (0.74 + index * 0.1), y: height * 0.91, scale: unit * 1.45, flipped: true },
        anyLooks(random),
      ),
    ),
  ])
}

export function morningYoga(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, 'dawn'),
    hills(canvas, height * 0.54, MEADOW),
    tree({ x: width * 0.08, y: height * 0.74, scale: unit * 1.4 }, canvas),
    several(9, (index) =>
      sitting(
        {
          x: width * (0.16 + (index % 5) * 0.18) + (index > 4 ? width * 0.08 : 0),
          y: height * (index > 4 ? 0.94 : 0.78),
          scale: unit * (index > 4 ? 1.4 : 1.05),
        },
        { ...anyLooks(random, { old: index % 3 === 0 }), cloth: index % 2 ? '#f4ecdb' : '#f0b15a' },
      ),
    ),
  ])
}

export function annualDay(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    rect(0, 0, width, height, '#3a2a4d'),
    stage({ x: width * 0.5, y: height * 0.8, scale: unit * 1.8 }, (width * 0.86) / (unit * 1.8)),
    garlands(canvas),
    several(5, (index) =>
      standing(
        { x: width * (0.22 + index * 0.14), y: height * 0.7, scale: unit * 1.25, flipped: index % 2 === 0 },
        anyLooks(random, { child: true }),
        index % 2 ? 'raised' : 'forward',
      ),
    ),
    crowd(canvas, height * 0.88, unit * 1.15),
    crowd(canvas, height * 0.98, unit * 1.4),
  ])
}

/** People who sit in a row on the ground for a common meal. */
export function commonMeal(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    sky(canvas, 'noon'),
    hills(canvas, height * 0.5, DRY_FIELD),
    tent({ x: width * 0.5, y: height * 0.7, scale: unit * 1.9 }, ['#e8902b', '#fbeed0']),
    garlands(canvas),
    several(6, (index) =>
      sitting(
        { x: width * (0.1 + index * 0.16), y: height * 0.8, scale: unit * 1.1 },
        anyLooks(random, { old: index % 2 === 0 }),
      ),
    ),
    cauldron({ x: width * 0.2, y: height * 0.93, scale: unit * 1.3 }),
    cauldron({ x: width * 0.36, y: height * 0.95, scale: unit * 1.15 }),
    standing({ x: width * 0.52, y: height * 0.95, scale: unit * 1.5, flipped: true }, anyLooks(random), 'forward'),
    standing({ x: width * 0.72, y: height * 0.95, scale: unit * 1.5 }, anyLooks(random), 'forward'),
  ])
}
