import { expect, test } from 'vitest'
import { tooNewInScript } from './script-support.ts'
import { tooNewInStyle } from './style-support.ts'

test.each([
  ['[3, 1].toSorted()', '.toSorted()'],
  ['Object.groupBy(list, f)', 'Object.groupBy'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['AbortSignal.any([a])', 'AbortSignal.any'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['window.requestIdleCallback(f)', 'window.requestIdleCallback'],
  ['requestIdleCallback(f)', 'requestIdleCallback'],
  ['new CloseWatcher()', 'CloseWatcher'],
  ['class A { static { f() } }', 'static block'],
  ['/(?<=₹)\\d/.test(x)', 'regular expression /(?<=₹)\\d/'],
])('reports %s as too new', (code, name) => {
  expect([...tooNewInScript(code)]).toContain(name)
})

test.each([
  'a?.b ?? c',
  'class A { #p = 1; static q = 2 }',
  'x ||= await y',
  '[1].at(-1)',
  'structuredClone(a)',
  'Object.hasOwn(a, "b")',
  '/(?<year>\\d{4})/u.test(x)',
  'text.replaceAll("a", "b")',
  'crypto.randomUUID()',
])('accepts %s', (code) => {
  expect([...tooNewInScript(code)]).toEqual([])
})

test.each([
  ['a{color:light-dark(#fff,#000)}', 'something that Lightning CSS would lower'],
  ['a{color:oklch(50% .1 40)}', 'something that Lightning CSS would lower'],
  ['a{b{color:red}}', 'something that Lightning CSS would lower'],
  ['a { text-wrap: balance }', 'text-wrap'],
  ['a:has(b) { color: red }', ':has'],
  ['@container (width > 1px) { a { color: red } }', '@container'],
])('reports %s as too new', (css, name) => {
  expect([...tooNewInStyle(css)]).toContain(name)
})

test.each([
  'a{color:red;min-height:100dvh}',
  'a:focus-visible{outline:2px solid red}',
  '@supports (text-wrap:balance){a{text-wrap:balance}}',
])('accepts %s', (css) => {
  expect([...tooNewInStyle(css)]).toEqual([])
})
