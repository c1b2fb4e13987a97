import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltChunk, CHUNK_LIST } from '../chunk-list.ts'

export interface BuiltPanel {
  chunks: (BuiltChunk & { code: string })[]
  styles: { fileName: string; source: string }[]
  /** The classic script that runs before the first paint. */
  firstPaint: { fileName: string; source: string } | undefined
  page: string
}

/** Reads panel/dist, which the set-up of the project has built. */
export function readBuiltPanel(): BuiltPanel {
  const dist = join(import.meta.dirname, '../dist')
  const read = (fileName: string) => readFileSync(join(dist, fileName), 'utf8')
  const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
  const firstPaint = assets.find((fileName) => /first-paint-[\w-]+\.js$/.test(fileName))
  const chunks: BuiltChunk[] = JSON.parse(read(CHUNK_LIST))
  return {
    chunks: chunks.map((chunk) => ({ ...chunk, code: read(chunk.fileName) })),
    styles: assets
      .filter((fileName) => fileName.endsWith('.css'))
      .map((fileName) => ({ fileName, source: read(fileName) })),
    firstPaint: firstPaint ? { fileName: firstPaint, source: read(firstPaint) } : undefined,
    page: read('index.html'),
  }
}

/** The file names of a chunk, its static imports (recursively) and their styles. */
export function loadedWith(panel: BuiltPanel, start: BuiltChunk, seen = new Set<string>()): Set<string> {
  if (seen.has(start.fileName)) return seen
  seen.add(start.fileName)
  for (const name of start.imports) {
    const chunk = panel.chunks.find(({ fileName }) => fileName === name)
    if (chunk) loadedWith(panel, chunk, seen)
  }
  for (const name of start.styles) seen.add(name)
  return seen
}
