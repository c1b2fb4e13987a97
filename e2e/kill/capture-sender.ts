import { type CaptureEvent, sendCapture } from './capture-events.ts'
import type { CaptureServer } from './capture-target.ts'

/**
 * Tracks which events are pending, which the server acknowledged, and which got no response because
 * the server was killed.
 */
export class SentCaptures {
  readonly waiting: CaptureEvent[] = []
  readonly acknowledged: CaptureEvent[] = []
  unanswered: CaptureEvent[] = []
  /** Counts events sent to all servers at once, and acknowledged events sent again. */
  sentToBoth = 0
  sentAgain = 0
  /** Whether a sender is active. */
  get isMoving(): boolean {
    return this.#sending > 0
  }

  #sending = 0

  async whileSending(work: () => Promise<void>): Promise<void> {
    this.#sending += 1
    try {
      await work()
    } finally {
      this.#sending -= 1
    }
  }
}

const BOTH_SHARE = 0.25
const AGAIN_SHARE = 0.1

/**
 * Sends events one by one until none is pending or no server is up. Throws when a running server
 * rejects an event.
 */
export function sendCaptures(
  sent: SentCaptures,
  servers: readonly CaptureServer[],
  random: () => number,
): Promise<void> {
  return sent.whileSending(() => sendEach(sent, servers, random))
}

async function sendEach(sent: SentCaptures, servers: readonly CaptureServer[], random: () => number): Promise<void> {
  for (;;) {
    const up = servers.filter(({ isUp }) => isUp)
    const server = pick(up, random)
    const event = server && sent.waiting.shift()
    if (!server || !event) return
    const isForBoth = up.length > 1 && random() < BOTH_SHARE
    const outcomes = await Promise.all((isForBoth ? up : [server]).map((each) => send(each, event)))
    if (isForBoth) sent.sentToBoth += 1
    if (outcomes.includes(true)) sent.acknowledged.push(event)
    else sent.unanswered.push(event)
    if (random() < AGAIN_SHARE) await resend(sent, up, random)
  }
}

/** Sends a random acknowledged event again, since Razorpay may deliver an event more than once. */
async function resend(sent: SentCaptures, up: readonly CaptureServer[], random: () => number): Promise<void> {
  const [server, event] = [pick(up, random), pick(sent.acknowledged, random)]
  if (server?.isUp && event && (await send(server, event))) sent.sentAgain += 1
}

/** Returns whether the server acknowledged the event; false if the server was killed meanwhile. */
async function send(server: CaptureServer, event: CaptureEvent): Promise<boolean> {
  const { program } = server
  try {
    const status = await sendCapture(server.url, event)
    if (status === 200) return true
    throw new Error(`${event.eventId} returned ${status}`)
  } catch (error) {
    if (!(error instanceof TypeError) || (server.isUp && server.program === program)) throw error
    return false
  }
}

function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)]
}
