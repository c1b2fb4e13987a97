import { at, type Canvas, circle, ellipse, line, type Place, path, rect, round, several } from './paint.ts'

/**
 * A room: wall, skirting and tiled floor. `floor` is the floor's top as a fraction of the height.
 */
export function room({ width, height }: Canvas, wall: string, tiles: string, floor = 0.68): string {
  const top = height * floor
  const joints = several(13, (index) =>
    line(
      `M${round(width * (index / 12 - 0.1) * 1.2)} ${round(top)} L${round(width * (index / 12 - 0.5) * 2.2 + width * 0.5)} ${height}`,
      '#fff',
      2,
      'opacity=".28"',
    ),
  )
  const rows = [0.12, 0.32, 0.62]
    .map((part) => line(`M0 ${round(top + (height - top) * part)} H${width}`, '#fff', 2, 'opacity=".28"'))
    .join('')
  return (
    rect(0, 0, width, height, wall) +
    rect(0, 0, width, top * 0.4, '#fff6e0', 'opacity=".16"') +
    rect(0, top, width, height - top, tiles) +
    joints +
    rows +
    rect(0, top - 14, width, 14, '#fff', 'opacity=".35"')
  )
}

/** A window with curtains and a sunlit hill; `x`, `y` is the pane's upper left corner. */
export function windowPane(x: number, y: number, width: number, height: number): string {
  const sill = rect(x - 16, y + height, width + 32, 14, '#f8f0df')
  return (
    rect(x - 10, y - 10, width + 20, height + 20, '#f8f0df') +
    rect(x, y, width, height, '#bfe0e2') +
    circle(x + width * 0.7, y + height * 0.3, height * 0.14, '#fff0c0') +
    path(
      `M${x} ${y + height * 0.7} Q${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.6} ${y + height * 0.7} T${x + width} ${y + height * 0.62} V${y + height} H${x}Z`,
      '#8fb668',
    ) +
    line(`M${x + width / 2} ${y} V${y + height} M${x} ${y + height / 2} H${x + width}`, '#f8f0df', 8) +
    path(
      `M${x - 10} ${y - 12} H${x + width * 0.3} Q${x + width * 0.1} ${y + height * 0.5} ${x - 10} ${y + height * 0.9}Z`,
      '#eeb25e',
      'opacity=".85"',
    ) +
    path(
      `M${x + width + 10} ${y - 12} H${x + width * 0.7} Q${x + width * 0.9} ${y + height * 0.5} ${x + width + 10} ${y + height * 0.9}Z`,
      '#e6a44c',
      'opacity=".85"',
    ) +
    sill
  )
}

export function bed(place: Place, blanket: string): string {
  return at(
    place,
    ellipse(0, 0, 170, 14, '#3a2414', 'opacity=".18"') +
      line('M-150 0 V-128 M150 0 V-92 M-150 -30 H150', '#9aa4a8', 10) +
      line('M-150 -128 H-134 V-40', '#9aa4a8', 8) +
      rect(-146, -66, 294, 34, '#fdfaf3', 'rx="14"') +
      path('M-60 -70 Q40 -82 148 -68 V-30 Q40 -26 -66 -32Z', blanket) +
      path('M-140 -68 Q-110 -96 -76 -68Z', '#fff'),
  )
}

/** A table with its upper edge at y = -94. */
export function table(place: Place, width: number, top = '#a8683c'): string {
  return at(
    place,
    ellipse(0, 0, width * 0.55, 12, '#3a2414', 'opacity=".18"') +
      rect(-width / 2 + 14, -84, 12, 84, '#7d4c2b') +
      rect(width / 2 - 26, -84, 12, 84, '#7d4c2b') +
      rect(-width / 2, -94, width, 16, top, 'rx="5"'),
  )
}

/** An eye chart of rotated E shapes, which needs no alphabet. */
export function eyeChart(x: number, y: number, scale: number): string {
  const e = (size: number, turn: number) =>
    `<g transform="rotate(${turn})">${path(`M${-size} ${-size} H${size} V${-size * 0.6} H${-size * 0.6} V${-size * 0.2} H${size} V${size * 0.2} H${-size * 0.6} V${size * 0.6} H${size} V${size} H${-size}Z`, '#2a2521')}</g>`
  const rows = [[1], [2, 0], [3, 1, 0], [0, 2, 1, 3], [2, 3, 0, 1, 2]]
  const marks = rows
    .map((turns, row) =>
      turns
        .map((turn, index) => {
          const size = 27 - row * 5
          return `<g transform="translate(${(index - (turns.length - 1) / 2) * (size * 3)} ${-104 + row * 52 - row * row * 1.5})">${e(size, turn * 90)}</g>`
        })
        .join(''),
    )
    .join('')
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})">${rect(-98, -156, 196, 306, '#3a2414', 'opacity=".15" rx="8"')}${rect(-102, -162, 204, 312, '#fffdf6', 'rx="8" stroke="#caa87a" stroke-width="6"')}${marks}</g>`
}

/** A green board with a drawing and lines of text; `x`, `y` is its middle. */
export function blackboard(x: number, y: number, width: number): string {
  const height = width * 0.46
  const chalk = 'opacity=".9"'
  return `<g transform="translate(${round(x)} ${round(y)})">${rect(-width / 2 - 12, -height / 2 - 12, width + 24, height + 24, '#8d5d36', 'rx="6"')}${rect(-width / 2, -height / 2, width, height, '#2f5d4c')}${circle(-width * 0.3, -height * 0.05, height * 0.2, 'none', `stroke="#f6edd6" stroke-width="5" ${chalk}`)}${line(`M${round(-width * 0.08)} ${round(height * 0.22)} l${round(width * 0.09)} ${round(-height * 0.42)} l${round(width * 0.09)} ${round(height * 0.42)}Z`, '#f4d78c', 5, chalk)}${several(4, (row) => line(`M${round(width * 0.2)} ${round(-height * 0.26 + row * height * 0.16)} h${round(width * (0.22 - (row % 2) * 0.07))}`, '#f6edd6', 5, chalk))}${rect(-width / 2, height / 2 - 2, width, 10, '#a8744a')}</g>`
}

export function ball(place: Place, colour: string): string {
  return at(
    place,
    ellipse(0, 0, 64, 10, '#3a2414', 'opacity=".2"') +
      circle(0, -64, 64, colour) +
      ellipse(-20, -86, 20, 15, '#fff', 'opacity=".3"') +
      line('M-62 -52 Q0 -30 62 -52', '#fff', 3, 'opacity=".35"'),
  )
}

/** The two rails between which people learn to walk again. */
export function bars(place: Place, width: number): string {
  const rail = (y: number, colour: string) =>
    line(
      `M${-width / 2} ${y} H${width / 2} M${-width / 2 + 24} ${y} V${y + 128} M${width / 2 - 24} ${y} V${y + 128}`,
      colour,
      11,
    )
  return at(place, rail(-150, '#b8814b') + rail(-118, '#d39a5c'))
}

export function drip(place: Place): string {
  return at(
    place,
    line('M-24 0 H24 M0 0 V-230 M-22 -230 H22', '#9aa4a8', 7) +
      rect(8, -222, 28, 46, '#d5ecee', 'rx="8"') +
      line('M22 -176 Q24 -110 -20 -86', '#9fc6cc', 3),
  )
}

export function books(place: Place): string {
  const colours = ['#c2452d', '#2f7f79', '#e0902f', '#3f6ea5']
  return at(
    place,
    several(4, (index) =>
      rect(
        -42 + (index % 2) * 6,
        -18 * (index + 1),
        84 - (index % 3) * 8,
        16,
        colours[index % 4] ?? '#c2452d',
        'rx="3"',
      ),
    ),
  )
}

export function glasses(place: Place): string {
  return at(
    place,
    circle(-26, -22, 20, '#dff0f2', 'stroke="#3a2a20" stroke-width="5"') +
      circle(26, -22, 20, '#dff0f2', 'stroke="#3a2a20" stroke-width="5"') +
      line('M-6 -24 Q0 -30 6 -24 M-46 -24 L-62 -34 M46 -24 L62 -34', '#3a2a20', 5),
  )
}
