/**
 * The fields of each form that are stored in the browser while they are unsaved: texts and lists of
 * texts. Never add a password, a code, a PAN or any other identity number.
 */
export const DRAFT_FIELDS = {
  photo: ['title', 'description'],
  video: ['title', 'description'],
  event: ['title', 'description', 'startsAt', 'endsAt', 'venue'],
  admin: ['username', 'email', 'role', 'sections'],
  profile: ['username', 'email'],
  purpose: ['nameEn', 'nameHi', 'institutionId', 'donationType'],
  institution: ['nameEn', 'nameHi'],
} as const

export type DraftForm = keyof typeof DRAFT_FIELDS
