import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/install.mjs'

export interface Figure {
  what: string
  unit: string
  ours: number
  /** The same of a minimal program or page, or of what the name calls the floor. */
  floor?: number | undefined
  aim?: Aim | undefined
}

/** Limits our value, or its ratio to the floor's. */
export interface Aim {
  of: 'ours' | 'ratio'
  atMost?: number
  atLeast?: number
}

/** Returns the figures as a Markdown table. A value that misses its aim is bold. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, unit, ours, floor, aim } = figure
    const marked = (of: Aim['of'], text: string) => (aim?.of === of && missesAim(figure) ? `**${text}**` : text)
    const cells = [
      what,
      marked('ours', `${rounded(ours)} ${unit}`),
      floor === undefined ? '' : `${rounded(floor)} ${unit}`,
      floor === undefined ? '' : marked('ratio', (ours / floor).toFixed(2)),
      aim === undefined ? '' : aimText(aim, unit),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| What | Measured | Floor | Ratio | Aim |', '|---|---|---|---|---|', ...rows].join('\n')
}

export function missesAim({ ours, floor = Number.NaN, aim }: Figure): boolean {
  if (aim === undefined) return false
  const value = aim.of === 'ours' ? ours : ours / floor
  return !(value <= (aim.atMost ?? Number.POSITIVE_INFINITY) && value >= (aim.atLeast ?? Number.NEGATIVE_INFINITY))
}

/** Replaces the figures of a part in docs/figures.md. */
export function keepFigures(part: string, figures: readonly Figure[]): void {
  const file = join(root, 'docs/figures.md')
  const text = readFileSync(file, 'utf8')
  const [opening, closing] = [`<!-- bench ${part} -->\n`, `<!-- /bench ${part} -->`]
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)]
  if (start < 0 || end < start) throw new Error(`docs/figures.md has no place for the part "${part}".`)
  const kept = `${opening}${origin()}\n\n${tableOf(figures)}\n`
  writeFileSync(file, text.slice(0, start) + kept + text.slice(end))
}

/** The day, the commit and the machine of a run. */
function origin(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
  const [processor] = cpus()
  const machine = `${process.platform} ${process.arch}, ${cpus().length} × ${processor?.model ?? 'processor'}`
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${machine}.`
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: digitsOf(value) })
}

function digitsOf(value: number): number {
  if (value < 2) return 2
  return value < 20 ? 1 : 0
}

function aimText({ of, atMost, atLeast }: Aim, unit: string): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  return of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}
