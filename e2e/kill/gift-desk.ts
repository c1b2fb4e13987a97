import { randomBytes } from 'node:crypto'
import type { CaptureServer } from './capture-target.ts'
import { signIn } from './content-client.ts'

/** Days of receipt in two financial years, which the captures have too. */
const DAYS = ['2024-12-24', '2025-12-24']
const EXPECTED_STATUSES = [200, 404, 409, 412]
const AMOUNT_MOST = 1_000_000
const ADDING_SHARE = 0.4
const LEAF_SHARE = 0.2

const MODES = [
  { mode: 'cash' },
  { mode: 'cheque', instrumentNumber: '000123', bank: 'State Bank' },
  { mode: 'draft', instrumentNumber: '000456' },
  { mode: 'bank_transfer', reference: 'SBIN224359123456' },
  { mode: 'upi', reference: '412345678901' },
  { mode: 'card' },
  { mode: 'in_kind', item: 'Rice', quantity: '5 kg' },
  { mode: 'collection', countedBy: 'Two people' },
] as const

/** A gift that the desk sends again with its key until a server acknowledges it. */
export interface SentGift {
  key: string
  body: { mode: string; note: string; receivedOn: string }
  /** Its id, once it was acknowledged. */
  id?: string
}

/** A server that the desk calls. */
type DeskServer = Pick<CaptureServer, 'url' | 'program' | 'isUp'>

/** A person who enters, corrects, deletes and restores gifts by hand, one call after another. */
export interface GiftDesk {
  readonly gifts: readonly SentGift[]
  /** Acknowledged calls besides new gifts. */
  changes: number
  /** Works until the server of the call is killed, or `isOver` says so. */
  work(servers: readonly DeskServer[], isOver: () => boolean): Promise<void>
  /** Sends the gifts again that no server acknowledged. */
  sendAgain(servers: readonly DeskServer[]): Promise<void>
}

export async function openDesk(url: string, name: string, random: () => number): Promise<GiftDesk> {
  const token = await signIn(url)
  const gifts: SentGift[] = []
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]

  async function call(server: DeskServer, method: string, path: string, body?: object, key?: string) {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!EXPECTED_STATUSES.includes(response.status)) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return { status: response.status, data: JSON.parse(text).data }
  }

  function newGift(): SentGift {
    const mode = pick(MODES) ?? MODES[0]
    const body = {
      ...mode,
      receivedOn: pick(DAYS) ?? '',
      ...(mode.mode !== 'in_kind' && { amount: 1 + Math.floor(random() * AMOUNT_MOST) }),
      ...(random() < LEAF_SHARE && { bookNumber: name, leafNumber: String(gifts.length) }),
      note: `${name} ${gifts.length}`,
      confirmed: ['other-year', 'stale-cheque', 'reference'],
    }
    const gift = { key: randomBytes(16).toString('hex'), body }
    gifts.push(gift)
    return gift
  }

  async function add(server: DeskServer, gift: SentGift): Promise<void> {
    const { status, data } = await call(server, 'POST', '/gifts', gift.body, gift.key)
    if (status !== 200) throw new Error(`a gift returned ${status}`)
    gift.id = data._id
  }

  async function change(server: DeskServer, id: string): Promise<void> {
    const on = '2026-01-05'
    const cheque = (step: string) => () => call(server, 'POST', `/gifts/${id}/cheque`, { step, on })
    const correct = (body: object) => () =>
      call(server, 'PUT', `/gifts/${id}`, { ...body, confirmed: ['other-year', 'stale-cheque'] })
    const changes = [
      correct({ amount: 1 + Math.floor(random() * AMOUNT_MOST) }),
      correct({ receivedOn: pick(DAYS) }),
      cheque('deposited'),
      cheque('cleared'),
      cheque('bounced'),
      () => call(server, 'DELETE', `/donate/${id}`),
      () => call(server, 'POST', `/trash/donation/${id}/restore`, {}),
    ]
    const { status } = (await pick(changes)?.()) ?? {}
    if (status === 200) desk.changes += 1
  }

  const desk: GiftDesk = {
    gifts,
    changes: 0,
    async work(servers, isOver) {
      while (!isOver()) {
        const server = pick(servers.filter(({ isUp }) => isUp))
        if (!server) return
        const { program } = server
        const id = random() < ADDING_SHARE ? undefined : pick(gifts)?.id
        try {
          await (id === undefined ? add(server, newGift()) : change(server, id))
        } catch (error) {
          if (!(error instanceof TypeError) || (server.isUp && server.program === program)) throw error
          return
        }
      }
    },
    async sendAgain(servers) {
      for (const gift of gifts) {
        const server = pick(servers)
        if (gift.id === undefined && server) await add(server, gift)
      }
    },
  }
  return desk
}
