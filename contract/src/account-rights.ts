import { type AccessHolder, isSectionKey, mayOpen, mayOpenEverything } from './section.ts'

/** An account as far as it tells who may change it. */
export interface Account extends AccessHolder {
  _id: string
}

/** Whether an admin may give somebody a section: only what they hold themselves (reading A5). Unknown keys can be given by nobody. */
export function mayGrant(actor: AccessHolder, key: string): boolean {
  if (!isSectionKey(key)) return false
  return key === 'All' ? mayOpenEverything(actor) : mayOpen(actor, key)
}

/**
 * Whether an admin may edit, delete or set the password of another's account (reading A5): a superadmin any; who holds Admin, those of role
 * admin that hold nothing beyond their own sections. One's own account is not among them: that is the profile's.
 */
export function mayManage(actor: Account, target: Account): boolean {
  if (actor._id === target._id) return false
  if (actor.role === 'superadmin') return true
  if (target.role === 'superadmin' || !mayOpen(actor, 'Admin')) return false
  return mayOpenEverything(actor) || knownSections(target).every((key) => mayGrant(actor, key))
}

/** Whether an admin may make a superadmin, or make one of somebody. `All` is not superadmin. */
export function mayMakeSuperadmin(actor: AccessHolder): boolean {
  return actor.role === 'superadmin'
}

/** What an account holds; unknown keys grant nothing, so they are not in the way either. */
function knownSections({ sections }: AccessHolder): readonly string[] {
  return (Array.isArray(sections) ? sections : []).filter(isSectionKey)
}
