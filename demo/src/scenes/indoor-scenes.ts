import { ball, bars, bed, blackboard, books, drip, eyeChart, glasses, room, table, windowPane } from './indoors.ts'
import { pot } from './nature.ts'
import { at, type Canvas, circle, ellipse, picture, rect, several } from './paint.ts'
import { anyLooks, DOCTOR, NURSE, sitting, standing, stretching } from './people.ts'

/** Children on the floor before the board. */
export function classroom(canvas: Canvas, wall: string): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(canvas, [
    room(canvas, wall, '#c98f5d', 0.62),
    blackboard(width * 0.44, height * 0.3, width * 0.42),
    windowPane(width * 0.78, height * 0.16, width * 0.15, height * 0.3),
    standing({ x: width * 0.76, y: height * 0.74, scale: unit * 1.7, flipped: true }, anyLooks(random), 'raised'),
    books({ x: width * 0.93, y: height * 0.78, scale: unit * 1.2 }),
    several(10, (index) =>
      sitting(
        {
          x: width * (0.1 + (index % 5) * 0.19) + (index > 4 ? width * 0.05 : 0),
          y: height * (index > 4 ? 0.96 : 0.83),
          scale: unit * (index > 4 ? 1.15 : 1),
        },
        anyLooks(random, { child: true }),
      ),
    ),
  ])
}

export function library(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const spines = ['#c2452d', '#2f7f79', '#e0902f', '#3f6ea5', '#7c3f7a', '#d9b13b', '#5f8a3d'] as const
  const shelf = (left: number) => {
    const x = width * left
    const across = width * 0.27
    const rows = several(4, (row) => {
      const y = height * (0.14 + row * 0.125)
      return (
        several(17, (index) => {
          const tall = height * random.between(0.07, 0.1)
          return rect(
            x + 10 + index * ((across - 20) / 17),
            y + height * 0.105 - tall,
            (across - 20) / 17 - 2,
            tall,
            random.pick(spines),
            'rx="2"',
          )
        }) + rect(x, y + height * 0.105, across, height * 0.012, '#7d4c2b')
      )
    })
    return (
      rect(x - 8, height * 0.1, across + 16, height * 0.56, '#9a623a') +
      rect(x, height * 0.12, across, height * 0.53, '#5f3b22') +
      rows
    )
  }
  return picture(canvas, [
    room(canvas, '#ecd9b4', '#b97c4c', 0.66),
    shelf(0.04),
    shelf(0.69),
    windowPane(width * 0.4, height * 0.14, width * 0.2, height * 0.34),
    table({ x: width * 0.5, y: height * 0.84, scale: unit * 1.4 }, (width * 0.42) / unit),
    books({ x: width * 0.42, y: height * 0.69, scale: unit * 1.1 }),
    books({ x: width * 0.56, y: height * 0.69, scale: unit * 0.9 }),
    several(4, (index) =>
      sitting(
        { x: width * (0.2 + index * 0.2), y: height * 0.94, scale: unit * 1.15, flipped: index > 1 },
        anyLooks(random, { child: true }),
      ),
    ),
  ])
}

/** An eye test: chart, doctor, patient. */
export function eyeTest(canvas: Canvas, wall: string): string {
  const { width, height, random } = canvas
  const unit = Math.min(width, height * 1.2) / 1080
  return picture(
    canvas,
    [
      room(canvas, wall, '#a9bcc0', 0.7),
      eyeChart(width * 0.24, height * 0.36, unit * 1.35),
      windowPane(width * 0.72, height * 0.14, width * 0.19, height * 0.34),
      standing({ x: width * 0.47, y: height * 0.88, scale: unit * 2, flipped: true }, DOCTOR, 'raised'),
      sitting(
        { x: width * 0.72, y: height * 0.92, scale: unit * 1.95, flipped: true },
        anyLooks(random, { old: random.chance(0.7) }),
        62,
      ),
      at(
        { x: width * 0.72, y: height * 0.92, scale: unit * 1.95 },
        rect(-34, -62, 68, 14, '#55707c', 'rx="6"') + rect(-4, -48, 8, 48, '#55707c'),
      ),
      pot({ x: width * 0.94, y: height * 0.9, scale: unit * 1.3 }, '#fff1c9'),
    ],
    '#ffe0a8',
  )
}

export function spectacles(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = Math.min(width, height) / 900
  return picture(canvas, [
    room(canvas, '#e6dcc4', '#93aab0', 0.6),
    eyeChart(width * 0.84, height * 0.28, unit * 0.95),
    standing({ x: width * 0.24, y: height * 0.68, scale: unit * 2.1 }, NURSE, 'forward'),
    standing(
      { x: width * 0.52, y: height * 0.68, scale: unit * 2.05, flipped: true },
      anyLooks(random, { old: true }),
      'forward',
    ),
    table({ x: width * 0.5, y: height * 1.02, scale: unit * 2.6 }, (width * 0.92) / (unit * 2.6), '#b9794a'),
    several(6, (index) => glasses({ x: width * (0.13 + index * 0.15), y: height * 0.745, scale: unit * 1.25 })),
  ])
}

export function exerciseRoom(canvas: Canvas, wall: string): string {
  const { width, height, random } = canvas
  const unit = height / 900
  return picture(
    canvas,
    [
      room(canvas, wall, '#cda877', 0.64),
      windowPane(width * 0.12, height * 0.14, width * 0.24, height * 0.32),
      windowPane(width * 0.62, height * 0.14, width * 0.24, height * 0.32),
      ball({ x: width * 0.87, y: height * 0.8, scale: unit * 1.4 }, '#d8553a'),
      ball({ x: width * 0.1, y: height * 0.78, scale: unit * 0.95 }, '#2f8f79'),
      at({ x: width * 0.48, y: height * 0.88, scale: unit }, ellipse(0, 0, 330, 42, '#4a7f94')),
      stretching({ x: width * 0.46, y: height * 0.885, scale: unit * 1.75 }, anyLooks(random)),
      standing(
        { x: width * 0.72, y: height * 0.93, scale: unit * 1.7, flipped: true },
        { ...NURSE, cloth: '#3f8a8c', woman: random.chance(0.5) },
        'forward',
      ),
    ],
    '#ffd9a0',
  )
}

/** A patient who learns to walk again between two rails. */
export function walkingAgain(canvas: Canvas): string {
  const { width, height, random } = canvas
  const unit = Math.min(width, height * 1.3) / 1100
  return picture(canvas, [
    room(canvas, '#dfe3d0', '#bd9a6c', 0.66),
    windowPane(width * 0.36, height * 0.12, width * 0.28, height * 0.32),
    bars({ x: width * 0.47, y: height * 0.82, scale: unit * 1.6 }, (width * 0.62) / (unit * 1.6)),
    standing({ x: width * 0.44, y: height * 0.9, scale: unit * 1.95 }, anyLooks(random, { old: true }), 'forward'),
    standing(
      { x: width * 0.7, y: height * 0.93, scale: unit * 1.95, flipped: true },
      { ...DOCTOR, cloth: '#3f8a8c' },
      'forward',
    ),
    pot({ x: width * 0.07, y: height * 0.86, scale: unit * 1.4 }, '#e8553a'),
  ])
}

/** Beds in a row below the windows, with carers. */
export function ward(canvas: Canvas, wall: string): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const blankets = ['#7fa9b8', '#d9a05b', '#9bb083'] as const
  return picture(
    canvas,
    [
      room(canvas, wall, '#b9b3a2', 0.66),
      windowPane(width * 0.1, height * 0.12, width * 0.2, height * 0.3),
      windowPane(width * 0.42, height * 0.12, width * 0.2, height * 0.3),
      windowPane(width * 0.74, height * 0.12, width * 0.2, height * 0.3),
      several(3, (index) =>
        bed({ x: width * (0.19 + index * 0.32), y: height * 0.8, scale: unit * 1.3 }, blankets[index] ?? '#7fa9b8'),
      ),
      several(3, (index) =>
        circle(width * (0.19 + index * 0.32) - 118 * unit, height * 0.8 - 106 * unit, 24 * unit, anyLooks(random).skin),
      ),
      drip({ x: width * 0.05, y: height * 0.82, scale: unit * 1.3 }),
      standing({ x: width * 0.37, y: height * 0.92, scale: unit * 1.65, flipped: true }, NURSE, 'forward'),
      standing(
        { x: width * 0.66, y: height * 0.94, scale: unit * 1.65 },
        random.chance(0.5) ? DOCTOR : NURSE,
        'crossed',
      ),
    ],
    '#ffe3b5',
  )
}

/** Old people on chairs in a quiet room, with tea and a plant. */
export function sittingRoom(canvas: Canvas, wall: string): string {
  const { width, height, random } = canvas
  const unit = height / 900
  const chair = (x: number) =>
    at(
      { x, y: height * 0.9, scale: unit * 1.7 },
      rect(-44, -150, 88, 100, '#9c4f37', 'rx="16"') +
        rect(-50, -66, 100, 34, '#b5624a', 'rx="12"') +
        rect(-40, -34, 10, 34, '#5f3b22') +
        rect(30, -34, 10, 34, '#5f3b22'),
    )
  return picture(canvas, [
    room(canvas, wall, '#c08a57', 0.66),
    windowPane(width * 0.37, height * 0.12, width * 0.26, height * 0.34),
    several(3, (index) => chair(width * (0.2 + index * 0.3))),
    several(3, (index) =>
      sitting(
        { x: width * (0.2 + index * 0.3), y: height * 0.92, scale: unit * 1.6, flipped: index === 2 },
        anyLooks(random, { old: true }),
        58,
      ),
    ),
    table({ x: width * 0.36, y: height * 0.97, scale: unit * 1.05 }, 150),
    several(2, (index) =>
      at(
        { x: width * 0.36 + (index * 60 - 30) * unit, y: height * 0.97 - 98 * unit, scale: unit },
        rect(-13, -24, 26, 24, '#f6efe0', 'rx="5"') + ellipse(0, -24, 13, 4, '#a8683c'),
      ),
    ),
    pot({ x: width * 0.95, y: height * 0.9, scale: unit * 1.6 }, '#c13f7c'),
  ])
}
