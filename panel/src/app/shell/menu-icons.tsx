import BookOpenText from '~icons/lucide/book-open-text'
import BookUser from '~icons/lucide/book-user'
import CalendarDays from '~icons/lucide/calendar-days'
import Clapperboard from '~icons/lucide/clapperboard'
import Eye from '~icons/lucide/eye'
import GraduationCap from '~icons/lucide/graduation-cap'
import HandCoins from '~icons/lucide/hand-coins'
import Hospital from '~icons/lucide/hospital'
import House from '~icons/lucide/house'
import KeyRound from '~icons/lucide/key-round'
import Landmark from '~icons/lucide/landmark'
import LayoutDashboard from '~icons/lucide/layout-dashboard'
import ListChecks from '~icons/lucide/list-checks'
import Mail from '~icons/lucide/mail'
import MonitorSmartphone from '~icons/lucide/monitor-smartphone'
import PersonStanding from '~icons/lucide/person-standing'
import RotateCcwClock from '~icons/lucide/rotate-ccw-clock'
import Server from '~icons/lucide/server'
import Settings from '~icons/lucide/settings'
import ShieldCheck from '~icons/lucide/shield-check'
import Trash from '~icons/lucide/trash'
import UserRound from '~icons/lucide/user-round'
import UsersRound from '~icons/lucide/users-round'
import { type Icon, icon } from '../../ui/base/icon.tsx'
import type { IconName } from '../screen.ts'

/** The head of a cow, in the style of Lucide, which has none. */
const Cow = icon(
  <>
    <path d="M8.5 6.5C6.5 6.5 5 5 5 2.5" />
    <path d="M15.5 6.5C17.5 6.5 19 5 19 2.5" />
    <path d="M7.5 8C5.5 7 3.5 7.5 2 9c1.5 2 3.5 2.5 5.5 1.5" />
    <path d="M16.5 8c2-1 4-.5 5.5 1-1.5 2-3.5 2.5-5.5 1.5" />
    <path d="M8.5 6.5h7c1.2 1.5 1.3 4.5.6 7.8" />
    <path d="M8.5 6.5c-1.2 1.5-1.3 4.5-.6 7.8" />
    <ellipse cx="12" cy="17.5" rx="5" ry="4" />
    <path d="M10.5 11h.01" />
    <path d="M13.5 11h.01" />
    <path d="M10.2 17.5h.01" />
    <path d="M13.8 17.5h.01" />
  </>,
)

/** A separate file, so that the login screen does not load the icons. */
export const MENU_ICONS: Readonly<Record<IconName, Icon>> = {
  bank: Landmark,
  book: BookOpenText,
  calendar: CalendarDays,
  camera: Clapperboard,
  coins: HandCoins,
  computer: MonitorSmartphone,
  cow: Cow,
  cross: Hospital,
  eye: Eye,
  history: RotateCcwClock,
  house: House,
  key: KeyRound,
  letter: Mail,
  list: ListChecks,
  panels: LayoutDashboard,
  people: UsersRound,
  person: UserRound,
  school: GraduationCap,
  server: Server,
  settings: Settings,
  shield: ShieldCheck,
  physiotherapy: PersonStanding,
  register: BookUser,
  trash: Trash,
}
