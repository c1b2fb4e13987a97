/** Where the tabs of one browser tell each other that somebody logged in or out; never who. */
export const SESSION_MARK_KEY = 'sevadesk_session'

export type SessionChange = 'in' | 'out'

/** The mark that this tab's work belongs to. */
let mine = readSessionMark()

/** Tells the other tabs that somebody logged in or out in this one. */
export function markSession(change: SessionChange): void {
  try {
    localStorage.setItem(SESSION_MARK_KEY, `${change} ${Date.now()} ${Math.random()}`)
  } catch {
    // Storage is closed to us; the other tabs find out when they are looked at, or by their next call.
  }
  acceptSessionMark(readSessionMark())
}

/** The mark as it stands now; `null` where there is none, or no storage. */
export function readSessionMark(): string | null {
  try {
    return localStorage.getItem(SESSION_MARK_KEY)
  } catch {
    return null
  }
}

/** From now on this tab's work belongs to that mark. */
export function acceptSessionMark(mark: string | null): void {
  mine = mark
}

/** What happened last in another tab since this one found out who is signed in; `undefined` if nothing did. */
export function changeElsewhere(): SessionChange | undefined {
  const mark = readSessionMark()
  if (mark === null || mark === mine) return undefined
  return mark.startsWith('out') ? 'out' : 'in'
}
