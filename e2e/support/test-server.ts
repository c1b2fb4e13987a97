import type { RawDonation } from './donation-figures.ts'

/**
 * The figures that the dashboard should show, computed without the product's code. `total` is in
 * paise, `money` as displayed.
 */
export interface Figures {
  total: number
  events: number
  admins: number
  recent: { money: string; name: string | null; email: string | null; phone: string | null }[]
}

/** A panel and its backend, with functions to seed and inspect the data. */
export interface TestServer {
  panelUrl: string
  apiUrl: string
  username: string
  password: string
  /** Behaviour in which backends may differ. */
  traits: {
    /** A refusal names the invalid fields of a form. */
    namesFields: boolean
    /** The message after a password change. */
    passwordUpdated: string
    /**
     * Sidebar entries beyond the specification, in their order: of an admin who may delete
     * records, and of a superadmin.
     */
    extraEntries: { editor: string[]; superadmin: string[] }
    /** The entry Donors is beside User Information, or after Donations without it. */
    hasDonors: boolean
    /** The entry Cash book is after Donations. */
    hasCashBook: boolean
  }
  /** Restores the seed data and ends every session. */
  reset(): Promise<void>
  /** Adds an admin with these sections and the password of `CREDENTIALS`. */
  addAdmin(username: string, sections: string[]): Promise<void>
  figures(): Promise<Figures>
  /** Every donation as GET /donate returns it. */
  donations(): Promise<RawDonation[]>
  messages(): Promise<Record<string, unknown>[]>
  /**
   * Seeds about 250 donations and returns the time that the browser's clock must show, in
   * milliseconds since 1970.
   */
  manyDonations(): Promise<number>
  /** Seeds messages, some without fields or with markup. */
  someMessages(): Promise<void>
  /** The stored paths of a gallery's photos. */
  photoPaths(section: string): Promise<string[]>
  videoPaths(): Promise<string[]>
  eventPaths(): Promise<string[]>
  hasFile(path: string): Promise<boolean>
  stop(): Promise<void>
}

/** Whether a stored path can be loaded. The file of a deleted record may stay on the disk. */
export async function isServed({ apiUrl }: Pick<TestServer, 'apiUrl'>, path: string): Promise<boolean> {
  return (await fetch(`${apiUrl}/${path.replace(/^\//, '')}`)).ok
}

export const CREDENTIALS = { username: 'savita', password: 'Cows&Calves1' }

/** Signs in by HTTP and returns the session cookie. */
export async function cookieOf(apiUrl: string, { username, password } = CREDENTIALS): Promise<string> {
  const response = await fetch(`${apiUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`No cookie for ${username}: ${response.status} ${await response.text()}`)
  return cookie
}

/** Ends all earlier sessions of the admin of `CREDENTIALS`, from a new session. */
export async function endSessions({ apiUrl, panelUrl }: Pick<TestServer, 'apiUrl' | 'panelUrl'>): Promise<void> {
  const headers = { cookie: await cookieOf(apiUrl), origin: panelUrl }
  const response = await fetch(`${apiUrl}/api/admin/sessions/revoke-others`, { method: 'POST', headers })
  if (!response.ok) throw new Error(`Sessions not ended: ${response.status} ${await response.text()}`)
}

/** Fetches the records of a list. */
export async function listOf(server: Pick<TestServer, 'apiUrl'>, path: string): Promise<RawDonation[]> {
  const response = await fetch(`${server.apiUrl}/api${path}`, {
    headers: { cookie: await cookieOf(server.apiUrl) },
  })
  const { data } = (await response.json()) as { data: RawDonation[] }
  return data
}

/** Adds one photo by HTTP. */
export async function addPhoto(
  server: TestServer,
  section: string,
  title: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = new FormData()
  form.set('title', title)
  form.set('description', '')
  form.set('sectionName', section)
  form.append('images', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`${server.apiUrl}/api/galleryphoto/addPhoto`, {
    method: 'POST',
    headers: { cookie: await cookieOf(server.apiUrl), origin: server.panelUrl },
    body: form,
  })
  if (!response.ok) throw new Error(`Photo not added: ${response.status} ${await response.text()}`)
}
