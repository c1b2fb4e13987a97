import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { badRequest, HttpError, unauthenticated } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'

const KEY_HEADER = 'idempotency-key'
const KEY = /^[0-9a-f]{32}$/i
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000
/** The caller of a `site` route, signed in or not. */
const VISITOR = 'visitor'
/**
 * Per caller and key. Without it, concurrent orders with one key would each reach Razorpay before
 * the database keeps the first.
 */
const callsByKey = new KeyedMutex()

/**
 * Stores the key with the response. Call it last in the transaction that writes the rows. Does
 * nothing for a request without a key.
 */
export type RecordIdempotencyKey = (transaction: Db, response: unknown) => Promise<void>

/** Another request with the same key committed first. */
class AlreadyRun extends Error {}

/**
 * Runs a call that creates once per caller and `Idempotency-Key`; a retry of the same call gets the
 * first response. A failed call stores no key, because key and rows are written in one transaction.
 * Throws 400 for a malformed key, and 409 for a key that a different call, or a JSON body with
 * other content, has used. The content of a form is not compared, as a retry must not wait for it.
 */
export async function runIdempotently<Response>(
  request: FastifyRequest,
  db: Db,
  run: (recordIdempotencyKey: RecordIdempotencyKey) => Promise<Response>,
): Promise<Response> {
  const key = readKey(request)
  if (key === undefined) return run(async () => {})
  const record = { caller: callerOf(request), key: sha256(key) }
  const call = `${request.method} ${request.url.split('?')[0]}`
  const content = contentOf(request, key)

  async function findFirst(): Promise<{ response: Response } | undefined> {
    const first = await findIdempotentCall(db, record)
    if (first === undefined) return undefined
    if (first.call !== call || first.content !== content) throw keyOfAnotherCall()
    return { response: JSON.parse(first.response) as Response }
  }

  async function runOnce(): Promise<Response> {
    const first = await findFirst()
    if (first) return first.response
    try {
      return await run(async (transaction, response) => {
        const row = { ...record, call, content, response: JSON.stringify(response ?? null) }
        const isFirst = await insertIdempotencyKey(transaction, row)
        if (!isFirst) throw new AlreadyRun('Another request with the same key was first.')
      })
    } catch (error) {
      const other = mayBeRepetition(error) ? await findFirst() : undefined
      if (other) return other.response
      throw error
    }
  }

  await expireIdempotencyKeys(db, new Date(), KEY_LIFETIME_MS)
  // A repeated form does not wait, because the first one may have lost its connection.
  if (request.isMultipart()) return runOnce()
  return callsByKey.runExclusive(`${record.caller} ${record.key}`, runOnce)
}

/**
 * What the first of two concurrent calls did may refuse the second: it created the same username,
 * or changed the version that both began from.
 */
function mayBeRepetition(error: unknown): boolean {
  return error instanceof AlreadyRun || (error instanceof HttpError && [409, 412].includes(error.statusCode))
}

function callerOf({ admin, routeOptions }: FastifyRequest): string {
  if (routeOptions.config.access === 'site') return VISITOR
  if (!admin) throw unauthenticated()
  return admin.id
}

/**
 * Identifies a JSON body. It may hold a password, so the code is keyed by the client's key, of
 * which the database has only a hash.
 */
function contentOf({ body }: FastifyRequest, key: string): string {
  return body === undefined ? '' : createHmac('sha256', key).update(JSON.stringify(body)).digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers[KEY_HEADER]
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header.toLowerCase()
  throw badRequest(localised('The header Idempotency-Key must be 32 hexadecimal characters.'))
}

function keyOfAnotherCall(): HttpError {
  return new HttpError(
    409,
    'key_used',
    localised('This Idempotency-Key was already used for another request. Please send it again.'),
  )
}

type IdempotencyKey = Pick<Tables['idempotency_keys'], 'caller' | 'key'>
type IdempotentCall = Pick<Tables['idempotency_keys'], 'call' | 'content' | 'response'>

/** Returns the call that used the key, with its response as JSON. */
async function findIdempotentCall(db: Db, { caller, key }: IdempotencyKey): Promise<IdempotentCall | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['call', 'content', 'response'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns false if the key exists. Waits for a transaction that is inserting the same key. */
async function insertIdempotencyKey(transaction: Db, row: IdempotencyKey & IdempotentCall): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency_keys')
    .values({ ...row, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/**
 * Deletes the keys older than `lifetimeMs`. A key from the future counts as created now: the clock
 * was ahead, and it would stay as long.
 */
async function expireIdempotencyKeys(db: Db, now: Date, lifetimeMs: number): Promise<void> {
  const oldest = new Date(now.getTime() - lifetimeMs).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute()
  const created_at = now.toISOString()
  await db.updateTable('idempotency_keys').set({ created_at }).where('created_at', '>', created_at).execute()
}
