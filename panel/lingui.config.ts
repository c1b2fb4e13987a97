import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const SCREENS = [
  'admins',
  'dashboard',
  'donations',
  'donors',
  'events',
  'gallery',
  'home-video',
  'login-sessions',
  'messages',
  'profile',
  'update-password',
].map((feature) => `<rootDir>/src/features/${feature}`)

/** Parts that these screens share and the login screen has no use for. */
const SCREEN_PARTS = ['password-checklist.tsx', 'role-name.ts', 'section-name.ts'].map(
  (part) => `<rootDir>/src/ui/${part}`,
)

const BEHIND_THE_LOGIN = [...SCREENS, ...SCREEN_PARTS]

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  // The login screen loads the first alone; the words of the screens behind it come with them.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', ...BEHIND_THE_LOGIN],
    },
    { path: '<rootDir>/src/locales/screens/{locale}', include: BEHIND_THE_LOGIN, exclude: ['**/*.test.*'] },
  ],
  // Line numbers would rewrite both catalogues whenever code moves.
  format: formatter({ lineNumbers: false }),
})
