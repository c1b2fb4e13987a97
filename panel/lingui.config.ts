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

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  // The login screen loads the first alone; the words of the screens behind it come with them.
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*', ...SCREENS] },
    { path: '<rootDir>/src/locales/screens/{locale}', include: SCREENS, exclude: ['**/*.test.*'] },
  ],
  // Line numbers would rewrite both catalogues whenever code moves.
  format: formatter({ lineNumbers: false }),
})
