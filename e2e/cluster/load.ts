import { randomBytes } from 'node:crypto'
import { wait } from '../kill/kill-moment.ts'
import { randomPhoto } from '../kill/random-content.ts'

const KINDS = ['gift', 'photo', 'list', 'figures'] as const
export type Kind = (typeof KINDS)[number]

/** What clients have sent, and what came back. */
interface Sent {
  requests: number
  /** Requests without a response of 200, by what came instead. */
  failed: Map<string, number>
  /** Writes that run now. */
  writing: number
  /** Ids of acknowledged gifts, and paths of acknowledged photos. */
  gifts: Set<string>
  photos: Set<string>
  /** In milliseconds, of requests that ended well. */
  times: number[]
}

export interface Client {
  readonly sent: Sent
  /** Returns whether the response was 200. */
  send(kind: Kind): Promise<boolean>
}

const SECTION = 'School'
const DAY = '2026-05-10'

/** A signed-in client, each of whose requests uses a connection of the pool of `fetch`. */
export async function openClient(url: string, token: string, random: () => number): Promise<Client> {
  const authorization = `Bearer ${token}`
  const photos = await Promise.all(Array.from({ length: 8 }, () => randomPhoto(random)))
  const sent: Sent = { requests: 0, failed: new Map(), writing: 0, gifts: new Set(), photos: new Set(), times: [] }

  async function call(method: string, path: string, body?: FormData | object) {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomBytes(16).toString('hex') }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200)
      throw new Error(`${method} ${path.split('?')[0]}: ${response.status} ${text.slice(0, 200)}`)
    return JSON.parse(text).data
  }

  const ways: Record<Kind, () => Promise<void>> = {
    async gift() {
      const note = randomBytes(8).toString('hex')
      const gift = { mode: 'cash', receivedOn: DAY, amount: 1 + Math.floor(random() * 100_000), note }
      const { _id } = await call('POST', '/gifts', { ...gift, confirmed: ['other-year', 'reference'] })
      sent.gifts.add(_id)
    },
    async photo() {
      const photo = photos[Math.floor(random() * photos.length)]
      const form = new FormData()
      for (const [name, value] of Object.entries({ title: 'Load', description: '', sectionName: SECTION }))
        form.set(name, value)
      form.append('images', new File([photo?.bytes ?? ''], 'photo.png', { type: 'image/png' }))
      for (const { imageUrl } of [await call('POST', '/galleryphoto/addPhoto', form)].flat()) sent.photos.add(imageUrl)
    },
    list: () => call('GET', '/donate?page=1&perPage=10'),
    figures: () => call('GET', '/donate/summary'),
  }

  return {
    sent,
    async send(kind) {
      const isWrite = kind === 'gift' || kind === 'photo'
      sent.requests += 1
      if (isWrite) sent.writing += 1
      const begun = performance.now()
      try {
        await ways[kind]()
        sent.times.push(performance.now() - begun)
        return true
      } catch (error) {
        const reason = `${error instanceof Error ? error.message : error}`
        sent.failed.set(reason, (sent.failed.get(reason) ?? 0) + 1)
        return false
      } finally {
        if (isWrite) sent.writing -= 1
      }
    },
  }
}

/** Sends one request after the other, in each of `count` lines. Returns what stops them. */
export function sendSteadily(client: Client, kinds: readonly Kind[], count: number): () => Promise<void> {
  let isOver = false
  const line = async (at: number) => {
    for (let turn = at; !isOver; turn += 1) {
      // A server that is away refuses at once.
      if (!(await client.send(kinds[turn % kinds.length] ?? 'list'))) await wait(50)
    }
  }
  const lines = Array.from({ length: count }, (_, at) => line(at))
  return async () => {
    isOver = true
    await Promise.all(lines)
  }
}

/** Sends `rate` requests a second, whether or not earlier ones have ended. Returns what stops them. */
export function sendAtRate(client: Client, kinds: readonly Kind[], rate: number): () => Promise<void> {
  const running = new Set<Promise<boolean>>()
  let turn = 0
  const begun = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * rate
    for (; turn < due; turn += 1) {
      const request = client.send(kinds[turn % kinds.length] ?? 'list').finally(() => running.delete(request))
      running.add(request)
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}
