import { coversDonationRights } from './donation-rights.ts'
import { type AccessHolder, isSectionKey, mayOpen, mayOpenEverything } from './section.ts'

export interface Account extends AccessHolder {
  _id: string
}

/** Returns whether an admin may grant a section. Admins grant only sections they hold. */
export function mayGrant(actor: AccessHolder, key: string): boolean {
  if (!isSectionKey(key)) return false
  return key === 'All' ? mayOpenEverything(actor) : mayOpen(actor, key)
}

/**
 * Whether an admin may edit, delete or set the password of another account. Superadmins may manage
 * any account. Holders of Admin may manage one of role admin, if they hold all its sections and rights.
 */
export function mayManage(actor: Account, target: Account): boolean {
  if (actor._id === target._id) return false
  if (actor.role === 'superadmin') return true
  if (target.role === 'superadmin' || !mayOpen(actor, 'Admin')) return false
  if (mayOpenEverything(actor)) return true
  return knownSections(target).every((key) => mayGrant(actor, key)) && coversDonationRights(actor, target)
}

/** A holder of `All` is not a superadmin. */
export function mayMakeSuperadmin(actor: AccessHolder): boolean {
  return actor.role === 'superadmin'
}

/** Ignores unknown keys. */
function knownSections({ sections }: AccessHolder): readonly string[] {
  return (Array.isArray(sections) ? sections : []).filter(isSectionKey)
}
