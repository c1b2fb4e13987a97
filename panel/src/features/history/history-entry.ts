/** One entry. Missing texts are empty. */
export interface HistoryEntry {
  /** Its number; unique in the list. */
  id: string
  /** UTC ISO 8601. */
  at: string
  action: string
  recordKind: string
  recordId: string
  title: string
  actorId: string
  username: string
  ip: string
  device: string
  location: string
  command: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  details: Readonly<Record<string, unknown>>
  /** A rule has removed who and what. */
  isErased: boolean
}
