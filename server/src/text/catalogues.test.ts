import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import hindi from '../locales/hi.json' with { type: 'json' }
import { testApp } from '../testing/test-app.ts'
import { CATALOGUES } from './localised-text.ts'

const SERVER = join(import.meta.dirname, '..')

/** The quoted texts of the code, without those of tests. */
function textsOfCode(): string[] {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'testing/**'] })
  const code = files.map((file) => readFileSync(join(SERVER, file), 'utf8')).join('\n')
  return Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g), ([, text = '']) => text.replaceAll("\\'", "'"))
}

/** The titles of fields in the contract's schemas, by which messages name them. */
async function titlesOfFields(): Promise<string[]> {
  const { app, close } = await testApp()
  const { body } = await app.inject('/api/openapi.json')
  await close()
  const paths = JSON.stringify(JSON.parse(body).paths)
  return Array.from(paths.matchAll(/"title":"([^"]+)"/g), ([, title = '']) => title)
}

function placeholdersOf(sentence: string): string[] {
  return sentence.match(/\{\w+\}/g) ?? []
}

// The compiler refuses a sentence of the code that the catalogue of Hindi lacks.
test('the catalogue of Hindi has the title of each field, and no text that is not in the code', async () => {
  const titles = await titlesOfFields()
  expect(titles).toContain('Venue')
  expect(titles.filter((title) => !Object.hasOwn(hindi, title))).toEqual([])
  const known = new Set([...textsOfCode(), ...titles])
  expect(Object.keys(hindi).filter((english) => !known.has(english))).toEqual([])
})

test('each catalogue has the sentences of Hindi, with no placeholder that the English lacks', () => {
  for (const [code, catalogue] of CATALOGUES) {
    if (code === 'en') continue
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(hindi).sort())
    for (const [english, words] of Object.entries(catalogue)) {
      expect(words.trim()).not.toBe('')
      expect(placeholdersOf(english)).toEqual(expect.arrayContaining(placeholdersOf(words)))
    }
  }
})
