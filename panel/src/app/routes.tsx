import { msg } from '@lingui/core/macro'
import { type GalleryKey, SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import {
  CalendarDays,
  Clapperboard,
  Eye,
  GraduationCap,
  HandCoins,
  Hospital,
  House,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Milk,
  MonitorSmartphone,
  PersonStanding,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { Screen } from './screen.ts'

/** The page of every screen that is still to come. */
export const beingBuilt = lazyRouteComponent(() => import('../features/errors/being-built-page.tsx'), 'BeingBuiltPage')

const galleryScreen = lazyRouteComponent(() => import('./gallery-screen.tsx'), 'GalleryScreen')

/** Every screen behind the guard, in the order of the sidebar (specification, section 2). */
export const SCREENS: readonly Screen[] = [
  {
    path: SECTION_PATHS.Dashboard,
    title: msg`Dashboard`,
    label: msg`Dashboard`,
    page: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    section: 'Dashboard',
    icon: LayoutDashboard,
    group: 'start',
  },
  {
    path: SECTION_PATHS.HomeVideo,
    title: msg`Home Video`,
    label: msg`Home Video`,
    page: beingBuilt,
    section: 'HomeVideo',
    icon: Clapperboard,
    group: 'content',
  },
  gallery('Gaushala', msg`Gaushala`, Milk),
  gallery('Vriddhashram', msg`Vriddhashram`, House),
  gallery('EyeHospital', msg`Eye Hospital`, Eye),
  gallery('School', msg`School`, GraduationCap),
  gallery('Physiotherapy', msg`Physiotherapy`, PersonStanding),
  gallery('Nursing', msg`Nursing Hospital`, Hospital),
  {
    path: SECTION_PATHS.Events,
    title: msg`Events Management`,
    label: msg`Events`,
    page: beingBuilt,
    section: 'Events',
    icon: CalendarDays,
    group: 'content',
  },
  {
    path: SECTION_PATHS.UserInformation,
    title: msg`User Information`,
    label: msg`User Information`,
    page: beingBuilt,
    section: 'UserInformation',
    icon: UsersRound,
    group: 'people',
  },
  {
    path: SECTION_PATHS.Donations,
    title: msg`Donations Management`,
    label: msg`Donations`,
    page: beingBuilt,
    section: 'Donations',
    icon: HandCoins,
    group: 'people',
  },
  {
    path: SECTION_PATHS.Message,
    title: msg`User Messages`,
    label: msg`User Messages`,
    page: beingBuilt,
    section: 'Message',
    icon: Mail,
    group: 'people',
  },
  {
    path: SECTION_PATHS.Admin,
    title: msg`Admin Management`,
    label: msg`Admin`,
    page: beingBuilt,
    section: 'Admin',
    icon: ShieldCheck,
    group: 'administration',
  },
  {
    path: SECTION_PATHS.Profile,
    title: msg`Profile Settings`,
    label: msg`Profile`,
    page: beingBuilt,
    section: 'Profile',
    icon: UserRound,
    group: 'you',
  },
  {
    path: SECTION_PATHS.UpdatePassword,
    title: msg`Update Password`,
    label: msg`Update Password`,
    page: beingBuilt,
    section: 'UpdatePassword',
    icon: KeyRound,
    group: 'you',
  },
  {
    path: SECTION_PATHS.LoginSessions,
    title: msg`Login Sessions`,
    label: msg`Login Sessions`,
    page: beingBuilt,
    section: 'LoginSessions',
    icon: MonitorSmartphone,
    group: 'you',
  },
]

function gallery(key: GalleryKey, label: Screen['label'], icon: LucideIcon): Screen {
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
