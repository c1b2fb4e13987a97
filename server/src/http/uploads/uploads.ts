import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest, tooLarge, unauthenticated } from '../../errors.ts'
import type { Media, StagedFile, StageOptions } from '../../media/media.ts'
import { type RecordIdempotencyKey, runIdempotently } from './run-idempotently.ts'
import { type UploadConnection, watchConnection } from './upload-connection.ts'
import {
  type FileKind,
  incompleteUpload,
  noFile,
  notText,
  tooManyFields,
  tooManyFiles,
  wrongField,
} from './upload-messages.ts'
import { assertFormFits, whileSpaceLasts } from './upload-space.ts'
import { checkText, checkTextSoFar, longestText } from './upload-text.ts'

export interface UploadRules<Text extends TObject, IsRequired extends boolean = boolean> {
  db: Db
  media: Media
  /** The text fields; others are ignored. */
  text: Text
  files: {
    kind: FileKind
    /** The form's field that carries them, repeated when there are several. */
    field: string
    /** Another name that the field may have. */
    alias?: string
    maxFiles: number
    /** Of each file. */
    maxBytes: number
    /** Whether a form without any is refused. */
    isRequired: IsRequired
  }
  /** Looks before the form is read. */
  onStart?: () => Promise<void>
  /** Sees each text field as it arrives, so that a refusal need not wait for the files behind it. */
  onText?: (name: string, value: string) => void | Promise<void>
}

export interface Upload<Text extends TObject, IsRequired extends boolean = boolean> {
  text: Static<Text>
  files: StagedFiles<IsRequired>
  /** To be called with what is answered, in the transaction that makes the rows: see `runIdempotently`. */
  recordIdempotencyKey: RecordIdempotencyKey | undefined
}

type StagedFiles<IsRequired> = IsRequired extends true ? readonly [StagedFile, ...StagedFile[]] : readonly StagedFile[]

/** More parts than any form of ours has; what else a client sends is not read for ever. */
const MAX_TEXT_FIELDS = 100

export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/**
 * Reads a form of text fields and files, in any order, and hands it to `use`. Files are streamed to the side one after another.
 * What cannot end well is refused before it is read: a form longer than its files may be or than there is room for, and a file
 * behind text that is refused. What has come whole from a sender who is gone by then is not used. All or nothing, and once for
 * each key that senders give: whatever is refused, by the rules or by `use`, nothing staged stays. Throws an `HttpError` for the sender.
 */
export async function receiveUpload<Text extends TObject, IsRequired extends boolean, Result>(
  request: FastifyRequest,
  rules: UploadRules<Text, IsRequired>,
  use: (upload: Upload<Text, IsRequired>) => Promise<Result>,
): Promise<Result> {
  const connection = watchConnection(request)
  try {
    return await runIdempotently(request, rules.db, (recordIdempotencyKey) =>
      receiveWhole(request, rules, connection, recordIdempotencyKey, use),
    )
  } finally {
    connection.release()
    drainRequest(request)
  }
}

async function receiveWhole<Text extends TObject, IsRequired extends boolean, Result>(
  request: FastifyRequest,
  rules: UploadRules<Text, IsRequired>,
  connection: UploadConnection,
  recordIdempotencyKey: RecordIdempotencyKey | undefined,
  use: (upload: Upload<Text, IsRequired>) => Promise<Result>,
): Promise<Result> {
  const staged: StagedFile[] = []
  try {
    await rules.onStart?.()
    await assertFormFits(request, rules)
    const found = await readParts(request, rules, connection, staged)
    if (rules.files.isRequired && staged.length === 0) throw badRequest(noFile(rules.files.kind))
    const text = checkText(request, rules.text, found)
    connection.pauseIdleTimeout()
    connection.gone.throwIfAborted()
    const files = staged as readonly StagedFile[] as StagedFiles<IsRequired>
    return await use({ text, files, recordIdempotencyKey })
  } catch (error) {
    await Promise.all(staged.map((file) => rules.media.discard(file)))
    throw error
  }
}

async function readParts<Text extends TObject>(
  request: FastifyRequest,
  { media, text, files: rules, onText }: UploadRules<Text>,
  connection: UploadConnection,
  files: StagedFile[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    fieldSize: longestText(text),
    fields: MAX_TEXT_FIELDS,
    parts: MAX_TEXT_FIELDS + rules.maxFiles + 1,
  }
  let position = 0
  for await (const part of withFormErrors(request.parts({ limits }))) {
    if (part.type === 'field') {
      if (!(part.fieldname in text.properties)) continue
      // A part of the type application/json is anything. Taken as no text, it would wipe out what it meant to change.
      if (typeof part.value !== 'string') throw badRequest(...notText(part.fieldname))
      found.set(part.fieldname, part.value)
      await onText?.(part.fieldname, part.value)
      continue
    }
    position += 1
    if (isUnused(part.filename)) {
      part.file.resume()
      continue
    }
    const name = nameOf(part.filename, position)
    if (part.fieldname !== rules.field && part.fieldname !== rules.alias) throw badRequest(wrongField(name, rules.kind))
    if (files.length === rules.maxFiles) throw tooLarge(tooManyFiles(rules.maxFiles, rules.kind))
    checkTextSoFar(request, text, found)
    const source = whileSpaceLasts(media, withFormErrors(part.file))
    const options = { name, maxBytes: rules.maxBytes, kind: rules.kind }
    files.push(await stageWhenAllowed(request, { media, source, options, connection }))
  }
  return found
}

/** Keyed by account, so that accounts take turns however many photos one of them sends. */
const photoMutex = new KeyedMutex()

interface Arriving {
  media: Media
  source: AsyncIterable<Uint8Array>
  options: StageOptions
  connection: UploadConnection
}

/** Photos of one account are made one after another, so that nobody waits for all that another has sent. */
async function stageWhenAllowed(
  { admin }: FastifyRequest,
  { media, source, options, connection }: Arriving,
): Promise<StagedFile> {
  if (!admin) throw unauthenticated()
  const { gone } = connection
  const releases: (() => void)[] = []
  async function* untilThere() {
    yield* source
    connection.pauseIdleTimeout()
    if (admin && options.kind === 'photo') releases.push(await photoMutex.acquire(admin.id, gone))
  }
  try {
    return await media.stage(untilThere(), { ...options, signal: gone })
  } finally {
    for (const release of releases) release()
    connection.resumeIdleTimeout()
  }
}

/** A browser sends a file field that was left alone as a file without a name. */
function isUnused(filename: string | undefined): boolean {
  return filename === ''
}

/** The sender's name for a file, fit for a sentence: without invisible characters, not too long. */
function nameOf(filename: string | undefined, position: number): string {
  const name = (filename ?? '').replace(/\p{C}/gu, '').trim()
  if (name === '') return `file ${position}`
  return name.length > 100 ? `${name.slice(0, 60)}…${name.slice(-30)}` : name
}

/** Whatever the parser throws is the form's own fault: a body that ends early, a boundary that is missing or too long. */
async function* withFormErrors<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    const isTooLong = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw isTooLong ? tooLarge(tooManyFields()) : badRequest(incompleteUpload())
  }
}

/**
 * A refusal is answered while files may still be on their way. The rest is taken in and thrown away, since a connection closed under
 * a browser that is sending may show a person a network error instead of our sentence. For how long, body-deadline.ts says.
 */
function drainRequest(request: FastifyRequest): void {
  if (request.raw.readableEnded) return
  request.raw.unpipe()
  request.raw.resume()
}
