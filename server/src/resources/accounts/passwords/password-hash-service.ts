import { randomBytes } from 'node:crypto'
import { preparePassword } from '@sevadesk/contract/accounts/password.ts'
import type { Config } from '../../../config.ts'
import { unavailable } from '../../../errors.ts'
import { loadArgon2 } from '../../../native-parts.ts'
import { localised } from '../../../text/localised-text.ts'

type Cost = Config['argon2']

/** Each hash takes its own memory and a thread of the pool that file access also uses. */
const MAX_RUNNING = 2
const MAX_WAITING = 200

const TOO_BUSY = localised('Too many people are logging in just now. Please try again in a moment.')

let running = 0
const waiting: (() => void)[] = []
const waitingFirst: (() => void)[] = []

interface Priority {
  /** Waits only for others of its kind and is never refused: their number has another limit. */
  goesFirst?: boolean
}

/** Returns an argon2id hash of the prepared password in PHC format, which contains its salt and cost. */
export async function hashPassword(password: string, cost: Cost, { goesFirst }: Priority = {}): Promise<string> {
  const { hash } = await loadArgon2()
  return limitConcurrency(() => hash(preparePassword(password), optionsOf(cost)), goesFirst)
}

/**
 * Returns undefined for a wrong password, and `as-typed` if the hash was made before passwords were
 * prepared. Throws 503 while too many others wait.
 */
export async function matchPassword(
  passwordHash: string,
  password: string,
  { goesFirst }: Priority = {},
): Promise<'prepared' | 'as-typed' | undefined> {
  const { verify } = await loadArgon2()
  const prepared = preparePassword(password)
  return limitConcurrency(async () => {
    if (await verify(passwordHash, prepared)) return 'prepared'
    return prepared !== password && (await verify(passwordHash, password)) ? 'as-typed' : undefined
  }, goesFirst)
}

/** Whether the password is right. Throws 503 as `matchPassword`. */
export async function verifyPassword(...match: Parameters<typeof matchPassword>): Promise<boolean> {
  return (await matchPassword(...match)) !== undefined
}

/** Whether the hash was made with a cost that differs from the configured one. */
export function isOutdated(passwordHash: string, cost: Cost): boolean {
  return !passwordHash.startsWith(`$argon2id$v=19$m=${cost.memoryKib},t=${cost.iterations},p=${cost.parallelism}$`)
}

const dummyHashes = new Map<string, Promise<string>>()

/** Matches no password. Verifying it makes a login with an unknown name as slow as a known one. */
export function dummyHash(cost: Cost): Promise<string> {
  const key = JSON.stringify(cost)
  const existing = dummyHashes.get(key)
  if (existing) return existing
  const hash = hashPassword(randomBytes(32).toString('hex'), cost)
  dummyHashes.set(key, hash)
  return hash
}

function optionsOf(cost: Cost) {
  return { memoryCost: cost.memoryKib, timeCost: cost.iterations, parallelism: cost.parallelism }
}

async function limitConcurrency<Result>(work: () => Promise<Result>, goesFirst = false): Promise<Result> {
  if (running >= MAX_RUNNING) {
    if (!goesFirst && waiting.length >= MAX_WAITING) throw unavailable(TOO_BUSY)
    const queue = goesFirst ? waitingFirst : waiting
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // Hands the slot to the next waiting call, so that a new call cannot take it.
    const next = waitingFirst.shift() ?? waiting.shift()
    if (next) next()
    else running -= 1
  }
}
