import type { Messages } from '@lingui/core'
import { type Language, LANGUAGES } from '@sevadesk/contract/base/language.ts'

/** The texts of the screens after the login, one file per language. */
export const SCREEN_MESSAGES: Record<Language, () => Promise<{ messages: Messages }>> = byLanguage(
  import.meta.glob<{ messages: Messages }>('./screens/*.po'),
)

/** `files` has a path such as `./screens/hi.po` for each language. */
export function byLanguage<File>(files: Record<string, File>): Record<Language, File> {
  const paths = Object.keys(files)
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => [code, files[paths.find((path) => path.endsWith(`/${code}.po`)) ?? '']]),
  ) as Record<Language, File>
}
