import { type DonationRight, mayInDonations } from '../accounts/donation-rights.ts'
import { type AccessHolder, GALLERY_KEYS, mayOpen, type Section } from '../accounts/section.ts'
import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './trash-schemas.ts'

// Not in the specification; offered by backends of level 1.
export const listTrash = endpoint<typeof schemas.listTrash>('GET', '/trash')
export const fetchTrashPicture = endpoint<typeof schemas.fetchTrashPicture>('GET', '/trash/:kind/:id/picture')
export const restoreFromTrash = endpoint<typeof schemas.restoreFromTrash>('POST', '/trash/:kind/:id/restore')
export const restoreSeveral = endpoint<typeof schemas.restoreSeveral>('POST', '/trash/restore')
export const deleteForGood = endpoint<typeof schemas.deleteForGood>('POST', '/trash/delete')

/** What is deleted for good, by a user or after `trashDays`. */
export const ERASABLE_KINDS = ['photo', 'home-video', 'event', 'message', 'admin', 'certificate'] as const
export type ErasableKind = (typeof ERASABLE_KINDS)[number]

/** Donations are never deleted for good. */
export const TRASH_KINDS = [...ERASABLE_KINDS, 'donation'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** Records per call that restores or deletes several. */
export const TRASH_BATCH_MAX = 100

/** Any of these sections opens a kind, at least for some of its records. */
const SECTIONS_OF: Readonly<Record<TrashKind, readonly Section[]>> = {
  photo: GALLERY_KEYS,
  'home-video': ['HomeVideo'],
  event: ['Events'],
  message: ['Message'],
  admin: ['Admin'],
  certificate: ['Donations'],
  // With User Information alone: the donations that the caller deleted.
  donation: ['Donations', 'UserInformation'],
}

/** What a holder of Donations needs besides. */
const RIGHT_OF: Readonly<Partial<Record<TrashKind, DonationRight>>> = { certificate: 'enter', donation: 'cancel' }

/** The sections of which a caller of the trash needs at least one. */
export const TRASH_SECTIONS: readonly Section[] = ['Gallery', ...Object.values(SECTIONS_OF).flat()]

/** The kinds of which an admin may restore at least some records. */
export function restorableKinds(admin: AccessHolder): TrashKind[] {
  const opens = (section: Section, kind: TrashKind) =>
    section === 'Donations' ? mayInDonations(admin, RIGHT_OF[kind] ?? 'view') : mayOpen(admin, section)
  return TRASH_KINDS.filter((kind) => SECTIONS_OF[kind].some((section) => opens(section, kind)))
}

export function isErasable(kind: TrashKind): kind is ErasableKind {
  return kind !== 'donation'
}
