import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { readSessionMark } from '../api/identity/session-mark.ts'
import { parseJson } from '../api/read-response.ts'
import { isRecord, readInteger, readTexts } from '../api/records/fields.ts'

const STORAGE_KEY = 'sevadesk_start'

/** What an account may open, without its name. */
export type Rights = Pick<CurrentAdmin, 'role' | 'sections' | 'level' | 'mustChangePassword' | 'mustSetUpSecondStep'>

/**
 * Stores the rights of the signed-in account, so that the next page load asks for its first data
 * without waiting for `/admin/me`. Any login or logout in this browser makes them invalid.
 */
export function rememberRights(rights: Rights): void {
  const { role, sections, level, mustChangePassword = false, mustSetUpSecondStep = false } = rights
  try {
    const mark = readSessionMark()
    const stored = { mark, role, sections, level, mustChangePassword, mustSetUpSecondStep }
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  } catch {
    // Without storage, the next page load waits.
  }
}

export function forgetRights(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

/** Only a hint for early requests: the route guard waits for `/admin/me`. */
export function rememberedRights(): Rights | undefined {
  try {
    const stored = parseJson(localStorage.getItem(STORAGE_KEY) ?? '')
    if (!isRecord(stored) || stored.mark !== readSessionMark()) return undefined
    const level = readInteger(stored.level)
    // An older panel stored no level.
    if (level === undefined) return undefined
    return {
      role: stored.role === 'superadmin' ? 'superadmin' : 'admin',
      sections: readTexts(stored.sections),
      level,
      mustChangePassword: stored.mustChangePassword === true,
      mustSetUpSecondStep: stored.mustSetUpSecondStep === true,
    }
  } catch {
    return undefined
  }
}
