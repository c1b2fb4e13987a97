import { msg } from '@lingui/core/macro'
import { type GalleryKey, SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { IconName, Screen } from './screen.ts'

const galleryScreen = lazyRouteComponent(() => import('./gallery-screen.tsx'), 'GalleryScreen')

/** In the order of the sidebar (specification, section 2). */
export const SCREENS: readonly Screen[] = [
  {
    path: SECTION_PATHS.Dashboard,
    title: msg`Dashboard`,
    label: msg`Dashboard`,
    page: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    section: 'Dashboard',
    icon: 'panels',
    group: 'start',
  },
  {
    path: SECTION_PATHS.HomeVideo,
    title: msg`Home Video`,
    label: msg`Home Video`,
    page: lazyRouteComponent(() => import('../features/home-video/home-video-page.tsx'), 'HomeVideoPage'),
    section: 'HomeVideo',
    icon: 'camera',
    group: 'content',
  },
  gallery('Gaushala', msg`Gaushala`, 'milk'),
  gallery('Vriddhashram', msg`Vriddhashram`, 'house'),
  gallery('EyeHospital', msg`Eye Hospital`, 'eye'),
  gallery('School', msg`School`, 'school'),
  gallery('Physiotherapy', msg`Physiotherapy`, 'physiotherapy'),
  gallery('Nursing', msg`Nursing Hospital`, 'cross'),
  {
    path: SECTION_PATHS.Events,
    title: msg`Events Management`,
    label: msg`Events`,
    page: lazyRouteComponent(() => import('../features/events/events-page.tsx'), 'EventsPage'),
    section: 'Events',
    icon: 'calendar',
    group: 'content',
  },
  {
    path: SECTION_PATHS.UserInformation,
    title: msg`User Information`,
    label: msg`User Information`,
    page: lazyRouteComponent(() => import('../features/donors/donors-page.tsx'), 'DonorsPage'),
    section: 'UserInformation',
    icon: 'people',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Donations,
    title: msg`Donations Management`,
    label: msg`Donations`,
    page: lazyRouteComponent(() => import('../features/donations/donations-page.tsx'), 'DonationsPage'),
    section: 'Donations',
    icon: 'coins',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Message,
    title: msg`User Messages`,
    label: msg`User Messages`,
    page: lazyRouteComponent(() => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
    section: 'Message',
    icon: 'letter',
    group: 'people',
  },
  {
    path: SECTION_PATHS.Admin,
    title: msg`Admin Management`,
    label: msg`Admin`,
    page: lazyRouteComponent(() => import('../features/admins/admins-page.tsx'), 'AdminsPage'),
    section: 'Admin',
    icon: 'shield',
    group: 'administration',
  },
  {
    path: SECTION_PATHS.Profile,
    title: msg`Profile Settings`,
    label: msg`Profile`,
    page: lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
    section: 'Profile',
    icon: 'person',
    group: 'you',
  },
  {
    path: SECTION_PATHS.UpdatePassword,
    title: msg`Update Password`,
    label: msg`Update Password`,
    page: lazyRouteComponent(
      () => import('../features/update-password/update-password-page.tsx'),
      'UpdatePasswordPage',
    ),
    section: 'UpdatePassword',
    icon: 'key',
    group: 'you',
  },
  {
    path: SECTION_PATHS.LoginSessions,
    title: msg`Login Sessions`,
    label: msg`Login Sessions`,
    page: lazyRouteComponent(() => import('../features/login-sessions/login-sessions-page.tsx'), 'LoginSessionsPage'),
    section: 'LoginSessions',
    icon: 'computer',
    group: 'you',
  },
]

function gallery(key: GalleryKey, label: Screen['label'], icon: IconName): Screen {
  return {
    path: SECTION_PATHS[key],
    title: label,
    label,
    page: galleryScreen,
    section: key,
    icon,
    group: 'content',
    gallery: key,
  }
}
