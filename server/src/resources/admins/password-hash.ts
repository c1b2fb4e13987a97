import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { unavailable } from '../../errors.ts'

type Cost = Config['argon2']

/** Each hash takes its memory and a thread; more at once would only slow each other and starve the files. */
const HASHES_AT_ONCE = 2
const WAITING_MAX = 200

const CROWDED = {
  en: 'Too many people are logging in just now. Please try again in a moment.',
  hi: 'अभी बहुत लोग लॉगिन कर रहे हैं। थोड़ी देर में फिर से कोशिश करें।',
}

let running = 0
const waiting: (() => void)[] = []

/** An argon2id hash in PHC form, which carries its own salt and cost. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return takingTurns(() => hash(password, optionsOf(cost)))
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  return takingTurns(() => verify(passwordHash, password))
}

/** Whether a hash was made with another cost than is set today. */
export function isOutdated(passwordHash: string, cost: Cost): boolean {
  return !passwordHash.startsWith(`$argon2id$v=19$m=${cost.memoryKib},t=${cost.iterations},p=${cost.parallelism}$`)
}

const dummies = new Map<string, Promise<string>>()

/** A hash that no password fits, so that an unknown name costs a guesser as long as a known one. */
export function dummyHash(cost: Cost): Promise<string> {
  const key = JSON.stringify(cost)
  const known = dummies.get(key)
  if (known) return known
  const made = hashPassword(randomBytes(32).toString('hex'), cost)
  dummies.set(key, made)
  return made
}

function optionsOf(cost: Cost) {
  return { memoryCost: cost.memoryKib, timeCost: cost.iterations, parallelism: cost.parallelism }
}

async function takingTurns<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw unavailable(CROWDED)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
