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
const SCREEN_PARTS = [
  'chosen-files.tsx',
  'data-table-pages.tsx',
  'file-picker.tsx',
  'form-actions.tsx',
  'list-progress.tsx',
  'media-card.tsx',
  'media-form.tsx',
  'media-item-card.tsx',
  'media-video-failure.tsx',
  'pager.tsx',
  'password-checklist.tsx',
  'refused-files.tsx',
  'role-name.ts',
  'section-name.ts',
  'status-badge.tsx',
  'unsaved-work.ts',
  'upload-progress.tsx',
].map((part) => `<rootDir>/src/ui/${part}`)

/** What stands around every screen, and the pages that say why there is none. */
const SHELL_PARTS = [
  'app/gallery-submenu.tsx',
  'app/header.tsx',
  'app/login-elsewhere.tsx',
  'app/react-aria-words.ts',
  'app/shell.tsx',
  'app/sidebar.tsx',
  'app/sign-in-again.tsx',
  'app/use-logout-dialog.ts',
  'app/use-person-change.ts',
  'app/user-menu.tsx',
  'features/errors',
].map((part) => `<rootDir>/src/${part}`)

const BEHIND_THE_LOGIN = [...SCREENS, ...SCREEN_PARTS, ...SHELL_PARTS]

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
