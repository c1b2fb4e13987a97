import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/schema.ts'
import { badRequest, HttpError, unauthenticated } from '../../errors.ts'
import { deleteIdempotencyKeysBefore, findIdempotentResponse, insertIdempotencyKey } from './idempotency-key-store.ts'

const KEY_HEADER = 'idempotency-key'
const KEY = /^[0-9a-f]{32}$/i
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Stores the key with the response, in the transaction that writes the upload's rows. */
export type RecordIdempotencyKey = (transaction: Db, response: unknown) => Promise<void>

/** Another request with the same key committed first. */
class AlreadyRun extends Error {}

/**
 * Runs an upload once per admin and `Idempotency-Key`; a retry of the same call gets the first
 * response. A failed upload stores no key, because key and rows are written in one transaction.
 * Throws 400 for a malformed key, 409 for a key that a different call has used.
 */
export async function runIdempotently<Response>(
  request: FastifyRequest,
  db: Db,
  run: (recordIdempotencyKey: RecordIdempotencyKey | undefined) => Promise<Response>,
): Promise<Response> {
  const key = readKey(request)
  if (key === undefined) return run(undefined)
  if (!request.admin) throw unauthenticated()
  const adminKey = { admin_id: request.admin.id, key }
  const call = `${request.method} ${request.url.split('?')[0]}`

  async function findFirst(): Promise<{ response: Response } | undefined> {
    const first = await findIdempotentResponse(db, adminKey)
    if (first === undefined) return undefined
    if (first.call !== call) throw keyOfAnotherCall()
    return { response: JSON.parse(first.answer) as Response }
  }

  await deleteIdempotencyKeysBefore(db, new Date(Date.now() - KEY_LIFETIME_MS))
  const first = await findFirst()
  if (first) return first.response
  try {
    return await run(async (transaction, response) => {
      const isFirst = await insertIdempotencyKey(transaction, { ...adminKey, call, answer: JSON.stringify(response) })
      if (!isFirst) throw new AlreadyRun('Another request with the same key was first.')
    })
  } catch (error) {
    const other = error instanceof AlreadyRun ? await findFirst() : undefined
    if (other) return other.response
    throw error
  }
}

function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers[KEY_HEADER]
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header.toLowerCase()
  throw badRequest({
    en: 'The header Idempotency-Key must be 32 hexadecimal characters.',
    hi: 'Idempotency-Key हेडर में 32 हेक्साडेसिमल अक्षर होने चाहिए।',
  })
}

function keyOfAnotherCall(): HttpError {
  return new HttpError(409, 'key_used', {
    en: 'This Idempotency-Key was already used for another upload. Please send the upload again.',
    hi: 'यह Idempotency-Key किसी और अपलोड में इस्तेमाल हो चुकी है। अपलोड दोबारा भेजें।',
  })
}
