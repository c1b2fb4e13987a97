import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { loadedWith, readBuiltPanel } from './built-panel.ts'
import { tooNewInScript } from './script-support.ts'
import { tooNewInStyle } from './style-support.ts'

/** Features that have a polyfill, are used after feature detection, or are never reached. */
const CHECKED_BEFORE_USE: Record<string, string> = {
  'AbortSignal.timeout': 'supplied by src/app/old-browsers.ts',
  'document.startViewTransition': 'the router asks whether it is there',
  '.startViewTransition()': 'React asks for it only for view transitions, which the panel has none of',
  '.checkVisibility()': 'React Aria asks whether it is there',
  navigation: 'React asks whether it is there',
  'navigator.connection': 'React asks whether it is there',
  'window.requestIdleCallback': 'start.tsx asks whether it is there',
}

/** Styles that old browsers may ignore: only the appearance is affected. */
const PROGRESSIVE: Record<string, string> = {
  'text-wrap': 'lines break less evenly',
  'content-visibility': 'more is drawn than is seen',
  'contain-intrinsic-size': 'goes with content-visibility',
  'scrollbar-gutter': 'the page may move a little beside a scrollbar',
  'scrollbar-width': 'a row of tabs shows its scrollbar',
  'overscroll-behavior': 'the page behind may scroll along',
  'field-sizing': 'a text box keeps its height',
  resize: 'phones have no handle to pull',
  size: 'paper size of a print',
  ':selection': 'selected words look as the system shows them',
  ':autofill': "the browser's own colour stays",
}

/** 1.4 kB of it ask for the code of two-step sign-in, which works by the answer of a login alone. */
const LOGIN_BYTES_MAX = 97_000

const panel = readBuiltPanel()

describe('the oldest browsers', () => {
  test('support every script, except for the listed features', () => {
    const features = new Set(panel.chunks.flatMap(({ code }) => [...tooNewInScript(code)]))
    expect([...features].sort()).toEqual(Object.keys(CHECKED_BEFORE_USE).sort())
  })

  test('support every style, except for the listed features', () => {
    const features = new Set(panel.styles.flatMap(({ source }) => [...tooNewInStyle(source)]))
    expect([...features].sort()).toEqual(Object.keys(PROGRESSIVE).sort())
  })
})

test('the page has no inline script or style, as the CSP requires', () => {
  expect(panel.page).toMatch(/src="\/assets\/first-paint-[\w-]+\.js"/)
  expect(panel.page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  expect(panel.page).not.toMatch(/<script(?![^>]*\ssrc=)/i)
})

test('each language has a chunk of its own for the screens after the login', () => {
  const ids = panel.chunks.map(({ moduleIds }) => moduleIds.filter((id) => id.endsWith('.po')))
  const screens = ids.filter((files) => files.some((id) => id.includes('/screens/')))
  expect(screens.map((files) => files.map((id) => id.split('/').slice(-2).join('/'))).sort()).toEqual([
    ['screens/en.po'],
    ['screens/hi.po'],
  ])
})

/** The names of the files that the page of a signed-out user loads. */
function loginFiles(): Set<string> {
  const first = panel.chunks.filter(({ isEntry, name }) => isEntry || name === 'start')
  expect(first).toHaveLength(2)
  return new Set(first.flatMap((chunk) => [...loadedWith(panel, chunk)]))
}

describe('the login screen', () => {
  test('loads no router, no query client and no component library', () => {
    const names = loginFiles()
    const modules = panel.chunks.filter(({ fileName }) => names.has(fileName)).flatMap(({ moduleIds }) => moduleIds)
    expect(
      modules.filter((id) => /@tanstack|react-aria|react-stately|@internationalized|src\/app\/shell/.test(id)),
    ).toEqual([])
  })

  test(`loads at most ${LOGIN_BYTES_MAX / 1000} kB of compressed scripts and styles`, () => {
    const names = loginFiles()
    const files = [...panel.chunks.map(({ fileName, code }) => ({ fileName, source: code })), ...panel.styles]
    const bytes = files
      .filter(({ fileName }) => names.has(fileName))
      .reduce((sum, { source }) => sum + gzipSync(source).length, 0)
    expect(bytes).toBeLessThanOrEqual(LOGIN_BYTES_MAX)
    expect(bytes).toBeGreaterThan(60_000)
  })

  test('starts to load with the page', () => {
    const preloaded = [...panel.page.matchAll(/<(?:link|script)[^>]*(?:href|src)="\/(assets\/[^"]+)"/g)].map(
      ([, file]) => file,
    )
    expect(preloaded).toEqual(expect.arrayContaining([...loginFiles()]))
  })
})

test('a screen loads at most four files besides those that all screens share', () => {
  const shared = loginFiles()
  const app = panel.chunks.find(({ name }) => name === 'app')
  for (const name of app ? loadedWith(panel, app) : []) shared.add(name)
  const screens = panel.chunks.filter(({ facadeModuleId }) => /-(?:page|screen)\.tsx$/.test(facadeModuleId ?? ''))
  expect(screens.length).toBeGreaterThan(10)
  for (const screen of screens) {
    const own = [...loadedWith(panel, screen)].filter((file) => !shared.has(file))
    expect(own.length, screen.name).toBeLessThanOrEqual(4)
  }
})
