import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { beforeAll, describe, expect, test } from 'vitest'

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number]
type Messages = NonNullable<Awaited<ReturnType<Catalog['read']>>>

const config = getConfig({ configPath: new URL('../lingui.config.ts', import.meta.url).pathname })
let inSources: string[]
let messages: { en: Messages; hi: Messages }

beforeAll(async () => {
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('There is no catalogue')
  inSources = Object.keys((await catalog.collect()) ?? {}).sort()
  messages = { en: (await catalog.read('en')) ?? {}, hi: (await catalog.read('hi')) ?? {} }
})

describe.each(['en', 'hi'] as const)('the catalogue %s', (language) => {
  test('holds what the sources say, nothing less and nothing more: run "npm run extract" in panel', () => {
    expect(inSources.length).toBeGreaterThan(50)
    expect(Object.keys(messages[language]).sort()).toEqual(inSources)
  })

  test('has no message that is left over or only guessed', () => {
    const doubtful = Object.values(messages[language]).filter(
      ({ obsolete, extra }) => obsolete || (Array.isArray(extra?.flags) && extra.flags.includes('fuzzy')),
    )
    expect(doubtful).toEqual([])
  })
})

test('every message is there in Hindi', () => {
  const without = Object.values(messages.hi).filter(({ translation }) => !translation?.trim())
  expect(without.map(({ message }) => message)).toEqual([])
})

test('Hindi is written in Devanagari, and keeps every placeholder', () => {
  for (const { message = '', translation = '' } of Object.values(messages.hi)) {
    expect(translation, message).toMatch(/[\u0900-\u097f]/)
    expect(placeholders(translation), message).toEqual(placeholders(message))
  }
})

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g))].sort()
}
