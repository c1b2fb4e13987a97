import { type APIRequestContext, expect, request } from '@playwright/test'
import type { SevadeskServer } from '../support/sevadesk-server.ts'
import type { Site } from '../support/site.ts'
import { DESKS, type Desk, type MonthList } from './month-types.ts'

/** The signed-in accounts, and the ids of what the list names by key. */
export interface Office {
  list: MonthList
  sevadesk: SevadeskServer
  desks: Record<Desk, APIRequestContext>
  /** The public site, without a session. */
  visitors: APIRequestContext
  /** By key. A donor of the site has no id before its first gift. */
  donors: Map<string, string>
  institutions: Map<string, string>
  purposes: Map<string, string>
  gifts: Map<string, string>
  /** Ids of Razorpay, and what the independent program calls them. */
  razorpayIds: Map<string, string>
  close(): Promise<void>
}

/** Signs both desks in, and adds the lists and the donors that the desks know. */
export async function openOffice(sevadesk: SevadeskServer, site: Site, list: MonthList): Promise<Office> {
  for (const desk of DESKS) await sevadesk.addAdmin(desk, ['Donations'])
  const [meera, ravi, superadmin] = await Promise.all([
    signIn(sevadesk, 'meera'),
    signIn(sevadesk, 'ravi'),
    signIn(sevadesk, sevadesk.username),
  ])
  const visitors = await request.newContext({ baseURL: sevadesk.apiUrl, extraHTTPHeaders: { origin: site.url } })
  const newIds = () => new Map<string, string>()
  const [donors, institutions, purposes, gifts] = [newIds(), newIds(), newIds(), newIds()]
  for (const key of list.institutions) institutions.set(key, await addEntry(superadmin, 'institutions', key))
  for (const [key, { institution, type }] of Object.entries(list.purposes)) {
    const institutionId = institution && institutions.get(institution)
    purposes.set(key, await addEntry(superadmin, 'purposes', key, { institutionId, donationType: type }))
  }
  for (const [key, { phone, email, source, ...record }] of Object.entries(list.donors)) {
    const fields = { ...record, phones: [phone], ...(email && { emails: [email] }) }
    if (source === 'desk') donors.set(key, (await send(meera, 'POST', '/donors', fields))._id)
  }
  return {
    ...{ list, sevadesk, donors, institutions, purposes, gifts, razorpayIds: newIds() },
    ...{ desks: { meera, ravi }, visitors },
    close: async () => {
      for (const context of [meera, ravi, superadmin, visitors]) await context.dispose()
    },
  }
}

async function signIn({ apiUrl, panelUrl, password }: SevadeskServer, username: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: apiUrl, extraHTTPHeaders: { origin: panelUrl } })
  const response = await context.post('/api/admin/login', { data: { username, password } })
  expect(response.ok(), await response.text()).toBe(true)
  return context
}

async function addEntry(context: APIRequestContext, kind: string, key: string, more = {}): Promise<string> {
  return (await send(context, 'POST', `/lists/${kind}`, { nameEn: `${key} ${kind}`, nameHi: `${key} सूची`, ...more }))
    ._id
}

/** Returns the `data` of the response. Fails unless the call succeeds. */
export async function send<Data = { _id: string }>(
  context: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
  headers: Record<string, string> = {},
): Promise<Data> {
  const response = await context.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
  expect(response.ok(), `${method} ${path} ${await response.text()}`).toBe(true)
  return (await response.json()).data
}

/** The id of a key. */
export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`Nothing has the key ${key}`)
  return id
}

/** Finds the record that a gift of the site has begun. */
export async function findDonor({ list, desks, donors }: Office, key: string): Promise<string> {
  const known = donors.get(key)
  if (known !== undefined) return known
  const path = `/donors?search=${list.donors[key]?.phone.slice(3)}`
  const [found, ...others] = await send<{ _id: string }[]>(desks.meera, 'GET', path)
  if (!found || others.length > 0) throw new Error(`${key} is not one donor`)
  donors.set(key, found._id)
  return found._id
}
