import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'

/** `files` has a path such as `./screens/hi.po` for each language. */
export function byLanguage<File>(files: Record<string, File>): Record<Language, File> {
  const paths = Object.keys(files)
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => [code, files[paths.find((path) => path.endsWith(`/${code}.po`)) ?? '']]),
  ) as Record<Language, File>
}
