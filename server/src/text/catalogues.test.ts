import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import hindi from '../locales/hi.json' with { type: 'json' }
import { CATALOGUES } from './localised-text.ts'

const SERVER = join(import.meta.dirname, '..')

/** The quoted texts of the code, without those of tests. */
function textsOfCode(): Set<string> {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'testing/**'] })
  const code = files.map((file) => readFileSync(join(SERVER, file), 'utf8')).join('\n')
  return new Set(Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g), ([, text = '']) => text.replaceAll("\\'", "'")))
}

function placeholdersOf(sentence: string): string[] {
  return sentence.match(/\{\w+\}/g) ?? []
}

test.each([...CATALOGUES].filter(([code]) => code !== 'en'))(
  'the catalogue %s has each sentence, and no placeholder that the English lacks',
  (_code, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(hindi).sort())
    for (const [english, words] of Object.entries(catalogue)) {
      expect(words.trim()).not.toBe('')
      expect(placeholdersOf(english)).toEqual(expect.arrayContaining(placeholdersOf(words)))
    }
  },
)

// The compiler refuses a sentence of the code that the catalogue lacks.
test('each sentence of the catalogues is in the code', () => {
  const texts = textsOfCode()
  expect(Object.keys(hindi).filter((english) => !texts.has(english))).toEqual([])
})
