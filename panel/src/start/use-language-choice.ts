import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '../locales/initial-language.ts'
import { chooseLanguage } from '../locales/language.ts'
import { toast } from '../ui/base/toast.tsx'

/**
 * Returns the language and a function that changes it, which shows a failure. A choice whose texts
 * are still loading is returned already, so that the user can take it back.
 */
export function useLanguageChoice(onChosen?: () => void): [Language, (language: Language) => void] {
  const { t, i18n } = useLingui()
  const [loading, setLoading] = useState<Language>()

  async function choose(language: Language) {
    setLoading(language)
    try {
      if (await chooseLanguage(language)) onChosen?.()
    } catch {
      toast.error(t`Could not change the language. Check your internet connection and try again.`)
    }
    setLoading((latest) => (latest === language ? undefined : latest))
  }

  return [loading ?? (i18n.locale as Language), (language) => void choose(language)]
}
