import { msg } from '@lingui/core/macro'
import { mayInDonations } from '@sevadesk/contract/accounts/donation-rights.ts'
import { type GalleryKey, mayOpen, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { restorableKinds } from '@sevadesk/contract/records/trash.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { ExtraScreen, IconName, Screen } from './screen.ts'
import { SCREEN_MODULES } from './screen-modules.ts'

const galleryScreen = lazyScreen(SCREEN_MODULES.Gallery, 'GalleryScreen')

/** In the order of the sidebar (specification, section 2). */
export const SCREENS: readonly Screen[] = [
  {
    path: SECTION_PATHS.Dashboard,
    title: msg`Dashboard`,
    page: lazyScreen(SCREEN_MODULES.Dashboard, 'DashboardPage'),
    section: 'Dashboard',
    icon: 'panels',
    group: 'start',
  },
  {
    path: SECTION_PATHS.HomeVideo,
    title: msg`Home Video`,
    page: lazyScreen(SCREEN_MODULES.HomeVideo, 'HomeVideoPage'),
    section: 'HomeVideo',
    icon: 'camera',
    group: 'content',
  },
  gallery('Gaushala', msg`Gaushala`, 'cow'),
  gallery('Vriddhashram', msg`Vriddhashram`, 'house'),
  gallery('EyeHospital', msg`Eye Hospital`, 'eye'),
  gallery('School', msg`School`, 'school'),
  gallery('Physiotherapy', msg`Physiotherapy`, 'physiotherapy'),
  gallery('Nursing', msg`Nursing Hospital`, 'cross'),
  {
    path: SECTION_PATHS.Events,
    title: msg`Events Management`,
    label: msg`Events`,
    page: lazyScreen(SCREEN_MODULES.Events, 'EventsPage'),
    section: 'Events',
    icon: 'calendar',
    group: 'content',
  },
  {
    path: SECTION_PATHS.UserInformation,
    title: msg`User Information`,
    page: lazyScreen(SCREEN_MODULES.UserInformation, 'UserInformationPage'),
    section: 'UserInformation',
    icon: 'people',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Donations,
    title: msg`Donations Management`,
    label: msg`Donations`,
    page: lazyScreen(SCREEN_MODULES.Donations, 'DonationsPage'),
    section: 'Donations',
    icon: 'coins',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Message,
    title: msg`User Messages`,
    page: lazyScreen(SCREEN_MODULES.Message, 'MessagesPage'),
    section: 'Message',
    icon: 'letter',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Admin,
    title: msg`Admin Management`,
    label: msg`Admin`,
    page: lazyScreen(SCREEN_MODULES.Admin, 'AdminsPage'),
    section: 'Admin',
    icon: 'shield',
    group: 'administration',
  },
  {
    path: SECTION_PATHS.Profile,
    title: msg`Profile Settings`,
    label: msg`Profile`,
    page: lazyScreen(SCREEN_MODULES.Profile, 'ProfilePage'),
    section: 'Profile',
    icon: 'person',
    group: 'you',
  },
  {
    path: SECTION_PATHS.UpdatePassword,
    title: msg`Update Password`,
    page: lazyScreen(SCREEN_MODULES.UpdatePassword, 'UpdatePasswordPage'),
    section: 'UpdatePassword',
    icon: 'key',
    group: 'you',
  },
  {
    path: SECTION_PATHS.LoginSessions,
    title: msg`Login Sessions`,
    page: lazyScreen(SCREEN_MODULES.LoginSessions, 'LoginSessionsPage'),
    section: 'LoginSessions',
    icon: 'computer',
    group: 'you',
  },
]

/** Below the specified screens, in the order of the sidebar. */
export const EXTRA_SCREENS: readonly ExtraScreen[] = [
  {
    path: '/donors',
    title: msg`Donors`,
    page: lazyScreen(SCREEN_MODULES.Donors, 'DonorsPage'),
    isFor: (viewer) => mayOpen(viewer, 'Donations') || mayOpen(viewer, 'UserInformation'),
    icon: 'register',
    group: 'people',
    after: 'UserInformation',
  },
  {
    path: '/cash-book',
    title: msg`Cash book`,
    page: lazyScreen(() => import('../features/cash-book/cash-book-page.tsx'), 'CashBookPage'),
    isFor: (viewer) => mayOpen(viewer, 'Donations'),
    icon: 'book',
    group: 'people',
    after: 'Donations',
    area: 'cash-book',
    views: [{ view: 'days', label: msg`All days` }],
  },
  {
    path: '/deposits',
    title: msg`Bank deposit`,
    page: lazyScreen(() => import('../features/cash-book/deposits-page.tsx'), 'DepositsPage'),
    isFor: (viewer) => mayOpen(viewer, 'Donations'),
    icon: 'bank',
    group: 'people',
    area: 'cash-book',
    views: [{ view: 'slips', label: msg`Deposit slips` }],
  },
  {
    path: '/donations/new',
    title: msg`Enter a gift`,
    page: lazyScreen(() => import('../features/donations/gifts/gift-entry-page.tsx'), 'GiftEntryPage'),
    isFor: (viewer) => mayInDonations(viewer, 'enter'),
    isInMenuOf: () => false,
    icon: 'coins',
    group: 'people',
  },
  {
    path: '/donations/$id/edit',
    title: msg`Correct a gift`,
    page: lazyScreen(() => import('../features/donations/gifts/gift-edit-page.tsx'), 'GiftEditPage'),
    isFor: (viewer) => mayInDonations(viewer, 'enter'),
    isInMenuOf: () => false,
    icon: 'coins',
    group: 'people',
  },
  {
    path: '/settings',
    title: msg`Settings`,
    tab: msg`Trust and receipts`,
    page: lazyScreen(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
    isFor: ({ role }) => role === 'superadmin',
    icon: 'settings',
    group: 'administration',
    area: 'settings',
  },
  {
    path: '/lists',
    title: msg`Lists`,
    page: lazyScreen(() => import('../features/lists/lists-page.tsx'), 'ListsPage'),
    isFor: ({ role }) => role === 'superadmin',
    icon: 'list',
    group: 'administration',
    area: 'settings',
  },
  {
    path: '/lists/mapping',
    title: msg`Old purposes`,
    page: lazyScreen(() => import('../features/lists/purpose-mapping-page.tsx'), 'PurposeMappingPage'),
    isFor: ({ role }) => role === 'superadmin',
    icon: 'list',
    group: 'administration',
    area: 'settings',
  },
  {
    path: '/system',
    title: msg`System`,
    page: lazyScreen(() => import('../features/system/system-page.tsx'), 'SystemPage'),
    isFor: ({ role }) => role === 'superadmin',
    icon: 'server',
    group: 'administration',
    area: 'settings',
  },
  {
    path: '/history',
    title: msg`History`,
    page: lazyScreen(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
    icon: 'history',
    group: 'administration',
    // Links of single records lead others here too.
    isFor: () => true,
    isInMenuOf: ({ role }) => role === 'superadmin',
    area: 'settings',
  },
  {
    path: '/trash',
    title: msg`Trash`,
    page: lazyScreen(SCREEN_MODULES.Trash, 'TrashPage'),
    isFor: (viewer) => restorableKinds(viewer).length > 0,
    icon: 'trash',
    group: 'upkeep',
    area: 'settings',
  },
]

function gallery(key: GalleryKey, title: Screen['title'], icon: IconName): Screen {
  return {
    path: SECTION_PATHS[key],
    title,
    page: galleryScreen,
    section: key,
    icon,
    group: 'content',
    gallery: key,
  }
}
