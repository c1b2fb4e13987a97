import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/schema.ts'
import { badRequest, HttpError, unauthenticated } from '../../errors.ts'
import { deleteIdempotencyKeysBefore, findIdempotentResponse, insertIdempotencyKey } from './idempotency-key-store.ts'

const KEY_HEADER = 'idempotency-key'
const KEY = /^[0-9a-f]{32}$/i
/** A sender tries again within minutes. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Puts the key of an upload beside the rows that it makes, with their answer, at the end of the transaction that makes them. */
export type RecordIdempotencyKey = (transaction: Db, answer: unknown) => Promise<void>

/** Thrown in a transaction whose upload was carried out by another one meanwhile. */
class AlreadyRun extends Error {}

/**
 * Carries an upload out once per admin and key, when its sender gave it one (`Idempotency-Key`, 32 hex characters): the same call
 * again gets the first answer. What is refused or breaks off leaves no key, since key and rows come by one transaction; when the same
 * upload comes twice at once, the key's row tells which of them made it. Throws 400 for what is no key, 409 for one of another call.
 */
export async function runIdempotently<Answer>(
  request: FastifyRequest,
  db: Db,
  carryOut: (recordIdempotencyKey: RecordIdempotencyKey | undefined) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request)
  if (key === undefined) return carryOut(undefined)
  if (!request.admin) throw unauthenticated()
  const mine = { admin_id: request.admin.id, key }
  const call = `${request.method} ${request.url.split('?')[0]}`

  async function findFirst(): Promise<{ answer: Answer } | undefined> {
    const first = await findIdempotentResponse(db, mine)
    if (first === undefined) return undefined
    if (first.call !== call) throw keyOfAnother()
    // What this same call put there.
    return { answer: JSON.parse(first.answer) as Answer }
  }

  await deleteIdempotencyKeysBefore(db, new Date(Date.now() - KEPT_MS))
  const first = await findFirst()
  if (first) return first.answer
  try {
    return await carryOut(async (transaction, answer) => {
      const isFirst = await insertIdempotencyKey(transaction, { ...mine, call, answer: JSON.stringify(answer) })
      if (!isFirst) throw new AlreadyRun('This upload was carried out meanwhile.')
    })
  } catch (error) {
    const other = error instanceof AlreadyRun ? await findFirst() : undefined
    if (other) return other.answer
    throw error
  }
}

function readKey(request: FastifyRequest): string | undefined {
  const given = request.headers[KEY_HEADER]
  if (given === undefined) return undefined
  if (typeof given === 'string' && KEY.test(given)) return given.toLowerCase()
  throw badRequest({
    en: 'The header Idempotency-Key must be 32 hexadecimal characters.',
    hi: 'Idempotency-Key हेडर में 32 हेक्साडेसिमल अक्षर होने चाहिए।',
  })
}

function keyOfAnother(): HttpError {
  return new HttpError(409, 'key_used', {
    en: 'This Idempotency-Key was already used for another upload. Please send the upload again.',
    hi: 'यह Idempotency-Key किसी और अपलोड में इस्तेमाल हो चुकी है। अपलोड दोबारा भेजें।',
  })
}
