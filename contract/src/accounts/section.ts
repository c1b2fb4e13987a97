/** In the order of the specification (section 3), in which `landingPath` tries them. */
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

/** A section with its own screen, or one gallery page. */
export type Section = Exclude<SectionKey, 'All'> | GalleryKey

/** Whether an admin can hold this key. */
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
/** The gallery's name in paths of the API and in `sectionName`. */
export type GalleryName = (typeof GALLERY_NAMES)[number]

export interface GallerySection {
  key: GalleryKey
  name: GalleryName
}

export const GALLERY_SECTIONS: readonly GallerySection[] = [
  { key: 'Gaushala', name: 'Gaushala' },
  { key: 'Vriddhashram', name: 'Vriddhashram' },
  { key: 'EyeHospital', name: 'EyeHospital' },
  { key: 'School', name: 'School' },
  { key: 'Physiotherapy', name: 'Physiotherapy' },
  { key: 'Nursing', name: 'NursingHospital' },
]

/** Finds a gallery by name or key, ignoring case. */
export function findGallery(word: string): GallerySection | undefined {
  const wanted = word.toLowerCase()
  return GALLERY_SECTIONS.find(({ key, name }) => name.toLowerCase() === wanted || key.toLowerCase() === wanted)
}

/** Paths in the panel. Gallery opens its first page. */
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

/** The section whose screen is at a path of the panel. Ignores case and a slash at the end. */
export function sectionAt(path: string): Section | undefined {
  const wanted = path.toLowerCase().replace(/\/$/, '')
  return [...GALLERY_KEYS, ...LANDING_ORDER].find((section) => SECTION_PATHS[section].toLowerCase() === wanted)
}

/** A backend may omit `sections` or send unknown keys. */
export interface AccessHolder {
  role?: string | null | undefined
  sections?: readonly string[] | null | undefined
  /** Narrows Donations: `donation-rights.ts`. */
  donationRights?: readonly string[] | null | undefined
}

export function mayOpenEverything(admin: AccessHolder): boolean {
  return admin.role === 'superadmin' || heldSections(admin).includes('All')
}

/** Specification, section 5. Gallery grants all six gallery pages, a gallery key only its own. */
export function mayOpen(admin: AccessHolder, section: Section): boolean {
  if (mayOpenEverything(admin)) return true
  const held = heldSections(admin)
  return held.includes(section) || (isGalleryKey(section) && held.includes('Gallery'))
}

/** The path after signing in: the first permitted section, else `/403`. */
export function landingPath(admin: AccessHolder): string {
  const first = LANDING_ORDER.find((section) => mayOpen(admin, section))
  return first ? SECTION_PATHS[first] : '/403'
}

/** The gallery pages follow Gallery. */
const LANDING_ORDER: readonly Section[] = SECTION_KEYS.flatMap((key): Section[] => {
  if (key === 'All') return []
  return key === 'Gallery' ? [key, ...GALLERY_KEYS] : [key]
})

export function isGalleryKey(section: string): section is GalleryKey {
  return GALLERY_KEYS.some((key) => key === section)
}

function heldSections(admin: AccessHolder): readonly string[] {
  return Array.isArray(admin.sections) ? admin.sections : []
}
