import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { untranslatedText } from './untranslated.ts'

const SOURCES = new URL('../src/', import.meta.url)

test('finds no untranslated text in the sources', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES }).filter((name) => !name.includes('.test.'))
  expect(files.length).toBeGreaterThan(20)
  const texts = files.flatMap((name) => {
    const code = readFileSync(new URL(name, SOURCES), 'utf8')
    return untranslatedText(name, code).map((words) => `${name}: ${words}`)
  })
  expect(texts).toEqual([])
})

test.each([
  ['<p>Hello</p>', ['Hello']],
  ["<p>{'Hello'}</p>", ['Hello']],
  ['<p>{`Hello`}</p>', ['Hello']],
  ['<button aria-label="Close" />', ['Close']],
  ['<Field label="Name" />', ['Name']],
  ["<Field label={'Name'} />", ['Name']],
  ['<img alt="A cow" />', ['A cow']],
  ['<p>₹ 5 — …</p>', []],
  ['<p>{t`Hello`}</p>', []],
  ['<Trans>Hello <b>you</b></Trans>', []],
  ['<span translate="no">SevaDesk</span>', []],
  ['<img alt="" className="picture" />', []],
  ['<Button variant="primary" type="submit" />', []],
])('finds in %s the untranslated texts %j', (code, expected) => {
  expect(untranslatedText('x.tsx', code)).toEqual(expected)
})
