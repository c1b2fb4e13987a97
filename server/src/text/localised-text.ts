/** A text in every language of the product. */
export interface LocalisedText {
  en: string
  hi: string
}

export type Language = keyof LocalisedText

/**
 * Returns the supported language with the highest weight in `Accept-Language` (RFC 9110, section
 * 12.5.4); the first of equal weights; English if none is listed.
 */
export function requestedLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 }
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.toLowerCase().split(';')
    const language = tag.trim().split('-')[0]
    if (language !== 'en' && language !== 'hi') continue
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (weight > best.weight) best = { language, weight }
  }
  return best.language
}
