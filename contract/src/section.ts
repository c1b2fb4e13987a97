/** Section keys that can be assigned to an admin, in the order of the specification (section 3), which is also the landing order. */
export const SECTION_KEYS = [
  'Dashboard',
  'HomeVideo',
  'Gallery',
  'Events',
  'UserInformation',
  'Donations',
  'Message',
  'Admin',
  'Profile',
  'UpdatePassword',
  'LoginSessions',
  'All',
] as const
export type SectionKey = (typeof SECTION_KEYS)[number]

export const GALLERY_KEYS = ['Gaushala', 'Vriddhashram', 'EyeHospital', 'School', 'Physiotherapy', 'Nursing'] as const
export type GalleryKey = (typeof GALLERY_KEYS)[number]

/** Something an admin may or may not open: a section with a screen of its own, or one gallery page. */
export type Section = Exclude<SectionKey, 'All'> | GalleryKey

/** Whether a word is a key that an admin can hold: of the twelve, or of one gallery page. */
export function isSectionKey(word: string): word is SectionKey | GalleryKey {
  return [...SECTION_KEYS, ...GALLERY_KEYS].some((key) => key === word)
}

export const GALLERY_NAMES = [
  'Gaushala',
  'Vriddhashram',
  'EyeHospital',
  'School',
  'Physiotherapy',
  'NursingHospital',
] as const
/** The word a gallery has in calls and on photos (`sectionName`). */
export type GalleryName = (typeof GALLERY_NAMES)[number]

export interface GallerySection {
  key: GalleryKey
  name: GalleryName
  /** The path of its page in the panel. */
  path: string
}

export const GALLERY_SECTIONS: readonly GallerySection[] = [
  { key: 'Gaushala', name: 'Gaushala', path: '/gaushala' },
  { key: 'Vriddhashram', name: 'Vriddhashram', path: '/vriddhashram' },
  { key: 'EyeHospital', name: 'EyeHospital', path: '/eye-hospital' },
  { key: 'School', name: 'School', path: '/school' },
  { key: 'Physiotherapy', name: 'Physiotherapy', path: '/physio' },
  { key: 'Nursing', name: 'NursingHospital', path: '/Nursing' },
]

/** The gallery meant by a word in an address or a form, by name or key and without regard to case; `undefined` if there is none. */
export function findGallery(word: string): GallerySection | undefined {
  const wanted = word.toLowerCase()
  return GALLERY_SECTIONS.find(({ key, name }) => name.toLowerCase() === wanted || key.toLowerCase() === wanted)
}

/** The panel's path of each section's screen. Gallery opens its first page. */
export const SECTION_PATHS: Readonly<Record<Section, string>> = {
  Dashboard: '/dashboard',
  HomeVideo: '/home-video',
  Gallery: '/gaushala',
  Gaushala: '/gaushala',
  Vriddhashram: '/vriddhashram',
  EyeHospital: '/eye-hospital',
  School: '/school',
  Physiotherapy: '/physio',
  Nursing: '/Nursing',
  Events: '/events',
  UserInformation: '/users',
  Donations: '/donations',
  Message: '/message',
  Admin: '/admin',
  Profile: '/profile',
  UpdatePassword: '/update-password',
  LoginSessions: '/login-sessions',
}

/** What the access rule looks at. `sections` may hold unknown keys or be missing on a foreign backend. */
export interface AccessHolder {
  role?: string | null | undefined
  sections?: readonly string[] | null | undefined
}

/** Full access: a superadmin, or an admin whose sections contain All. */
export function mayOpenEverything(admin: AccessHolder): boolean {
  return admin.role === 'superadmin' || heldSections(admin).includes('All')
}

/** The access rule (specification, section 5). Gallery stands for all six gallery pages; a sub-key for its own page alone. */
export function mayOpen(admin: AccessHolder, section: Section): boolean {
  if (mayOpenEverything(admin)) return true
  const held = heldSections(admin)
  return held.includes(section) || (isGalleryKey(section) && held.includes('Gallery'))
}

/** Where a person lands after signing in: the first permitted section in the specification's order, else `/403`. */
export function landingPath(admin: AccessHolder): string {
  const first = LANDING_ORDER.find((section) => mayOpen(admin, section))
  return first ? SECTION_PATHS[first] : '/403'
}

/** Sections in landing order; the gallery pages come right after Gallery. */
const LANDING_ORDER: readonly Section[] = SECTION_KEYS.flatMap((key): Section[] => {
  if (key === 'All') return []
  return key === 'Gallery' ? [key, ...GALLERY_KEYS] : [key]
})

function isGalleryKey(section: string): section is GalleryKey {
  return GALLERY_KEYS.some((key) => key === section)
}

function heldSections(admin: AccessHolder): readonly string[] {
  return Array.isArray(admin.sections) ? admin.sections : []
}
