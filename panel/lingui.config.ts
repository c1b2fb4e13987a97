import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { LANGUAGES } from '@sevadesk/contract/base/language.ts'

/** Files that the login screen loads. */
const LOGIN_FILES = ['api/**', 'features/login/**', 'session/**', 'start/**', 'ui/base/**']

export default defineConfig({
  sourceLocale: 'en',
  locales: LANGUAGES.map(({ code }) => code),
  // The login screen loads only the first catalogue; the other screens load the second one too.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: LOGIN_FILES.map((files) => `<rootDir>/src/${files}`),
      exclude: ['**/*.test.*'],
    },
    {
      path: '<rootDir>/src/locales/screens/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', ...LOGIN_FILES.map((files) => `**/src/${files}`)],
    },
  ],
  // Without file names and line numbers, moved code leaves the catalogues as they are.
  format: formatter({ origins: false }),
})
