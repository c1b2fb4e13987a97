import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { useState } from 'react'
import { chooseLanguage, loadScreenMessages } from '../locales/language.ts'
import { toast } from '../ui/base/toast.tsx'

/**
 * Returns the language and a function that changes it, which shows a failure. A choice whose texts
 * are still loading is returned already, so that the user can take it back.
 */
export function useLanguageChoice(onChosen?: () => void): [Language, (language: Language) => void] {
  const { i18n } = useLingui()
  const [loading, setLoading] = useState<Language>()

  async function choose(language: Language) {
    setLoading(language)
    try {
      if (await chooseLanguage(language)) onChosen?.()
    } catch {
      showLanguageError()
    }
    setLoading((latest) => (latest === language ? undefined : latest))
  }

  return [loading ?? (i18n.locale as Language), (language) => void choose(language)]
}

/** Loads the texts of the screens after the login. Shows it if the account's language fails. */
export async function loadAccountLanguage(admin: CurrentAdmin | null): Promise<void> {
  if (!(await loadScreenMessages(admin))) showLanguageError()
}

function showLanguageError(): void {
  toast.error(i18n._(msg`Could not change the language. Check your internet connection and try again.`))
}
