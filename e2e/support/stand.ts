import type { RawDonation } from './donation-figures.ts'

/** What the dashboard ought to show, worked out beside the backend. `total` is paise, `money` an amount as it is shown. */
export interface Figures {
  total: number
  events: number
  admins: number
  recent: { money: string; name: string | null; email: string | null; phone: string | null }[]
}

/** A panel and a backend behind it, running for a worker of the tests. */
export interface Stand {
  panelUrl: string
  apiUrl: string
  username: string
  password: string
  /** What is ours alone or said in other words elsewhere. */
  traits: {
    /** A refusal of a form says which field is meant. */
    namesFields: boolean
    /** The list of sessions says which one asks. */
    marksOwnSession: boolean
    /** What a session of Chrome on an Android phone is called. */
    phone: string
    /** What it says of a password that was changed. */
    passwordUpdated: string
  }
  /** Adds an admin of these sections, who signs in with the stand's own password. */
  addAdmin(username: string, sections: string[]): Promise<void>
  figures(): Promise<Figures>
  /** Every donation as GET /donate answers it, and every message as GET /message/getMessage does. */
  donations(): Promise<RawDonation[]>
  messages(): Promise<Record<string, unknown>[]>
  /**
   * Sees that there are some 250 donations, and answers the moment (milliseconds since 1970) around which they lie: the screens have to
   * be looked at as if it were now.
   */
  manyDonations(): Promise<number>
  /** At which moments those can be looked at: ours computes by its own clock alone, which stands at the one given. */
  clocks(moment: number): number[]
  /** Sees that there are messages of every kind. */
  someMessages(): Promise<void>
  /** The stored media paths of one gallery, as the backend keeps them. */
  photoPaths(section: string): Promise<string[]>
  /** The stored media paths of all home videos, and of the events that have a picture. */
  videoPaths(): Promise<string[]>
  eventPaths(): Promise<string[]>
  hasFile(path: string): Promise<boolean>
  stop(): Promise<void>
}

export const CREDENTIALS = { username: 'savita', password: 'Cows&Calves1' }

/** A cookie for calls of the tests' own. */
export async function cookieOf(apiUrl: string, { username, password } = CREDENTIALS): Promise<string> {
  const answer = await fetch(`${apiUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`No cookie for ${username}: ${answer.status} ${await answer.text()}`)
  return cookie
}

/** Ends every session of the stand's own admin, from another place. */
export async function endSessions({ apiUrl, panelUrl }: Pick<Stand, 'apiUrl' | 'panelUrl'>): Promise<void> {
  const headers = { cookie: await cookieOf(apiUrl), origin: panelUrl }
  const answer = await fetch(`${apiUrl}/api/admin/sessions/revoke-others`, { method: 'POST', headers })
  if (!answer.ok) throw new Error(`Sessions not ended: ${answer.status} ${await answer.text()}`)
}

/** The records of a list, as a client of the tests' own reads it. */
export async function listOf(stand: Pick<Stand, 'apiUrl'>, path: string): Promise<RawDonation[]> {
  const answer = await fetch(`${stand.apiUrl}/api${path}`, { headers: { cookie: await cookieOf(stand.apiUrl) } })
  const { data } = (await answer.json()) as { data: RawDonation[] }
  return data
}

/** Adds one photo by HTTP, the way any client would. */
export async function addPhoto(
  stand: Stand,
  section: string,
  title: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = new FormData()
  form.set('title', title)
  form.set('description', '')
  form.set('sectionName', section)
  form.append('images', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const answer = await fetch(`${stand.apiUrl}/api/galleryphoto/addPhoto`, {
    method: 'POST',
    headers: { cookie: await cookieOf(stand.apiUrl), origin: stand.panelUrl },
    body: form,
  })
  if (!answer.ok) throw new Error(`Photo not added: ${answer.status} ${await answer.text()}`)
}
