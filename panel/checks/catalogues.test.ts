import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'
import { beforeAll, describe, expect, test } from 'vitest'

/** Names that staff write in Latin letters. */
const SAME_IN_HINDI = ['UPI']

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number]
type Messages = NonNullable<Awaited<ReturnType<Catalog['read']>>>

const config = getConfig({ configPath: new URL('../lingui.config.ts', import.meta.url).pathname })
type Read = Record<Language, Messages> & { inSources: string[] }

const CODES = LANGUAGES.map(({ code }) => code)

/** In the order of lingui.config.ts: the login screen's catalogue, the other screens' catalogue. */
const PARTS = ['first words', 'screens'] as const
/** Fewer messages mean that the extraction missed files. */
const MESSAGES_MIN = { 'first words': 20, screens: 400 }
const read = new Map<string, Read>()

beforeAll(async () => {
  const catalogs = await getCatalogs(config)
  expect(catalogs).toHaveLength(PARTS.length)
  for (const [index, catalog] of catalogs.entries()) {
    const inSources = Object.keys((await catalog.collect()) ?? {}).sort()
    const messages = await Promise.all(CODES.map(async (code) => [code, (await catalog.read(code)) ?? {}]))
    read.set(PARTS[index] ?? '', { inSources, ...(Object.fromEntries(messages) as Record<Language, Messages>) })
  }
})

function catalogue(part: string): Read {
  const catalogue = read.get(part)
  if (!catalogue) throw new Error(`There is no catalogue of ${part}`)
  return catalogue
}

describe.each(PARTS)('the catalogue "%s"', (part) => {
  test.each(CODES)(
    'contains exactly the messages of the sources in %s (otherwise run "npm run extract" in panel)',
    (language) => {
      const { inSources, [language]: messages } = catalogue(part)
      expect(inSources.length).toBeGreaterThanOrEqual(MESSAGES_MIN[part])
      expect(Object.keys(messages).sort()).toEqual(inSources)
    },
  )

  test.each(CODES)('has no obsolete or fuzzy message in %s', (language) => {
    const doubtful = Object.values(catalogue(part)[language]).filter(
      ({ obsolete, extra }) => obsolete || (Array.isArray(extra?.flags) && extra.flags.includes('fuzzy')),
    )
    expect(doubtful).toEqual([])
  })

  test.each(CODES.filter((code) => code !== 'en'))('translates every message to %s, with its placeholders', (code) => {
    const messages = Object.values(catalogue(part)[code])
    expect(messages.filter(({ translation }) => !translation?.trim()).map(({ message }) => message)).toEqual([])
    for (const { message = '', translation = '' } of messages) {
      expect(placeholders(translation), message).toEqual(placeholders(message))
    }
  })

  test('uses Devanagari in Hindi', () => {
    for (const { message = '', translation = '' } of Object.values(catalogue(part).hi)) {
      if (!SAME_IN_HINDI.includes(message)) expect(translation, message).toMatch(/[\u0900-\u097f]/)
    }
  })
})

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g))].sort()
}
