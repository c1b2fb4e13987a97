import { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Db } from '../../db/schema.ts'
import { badRequest, tooLarge, unauthenticated } from '../../errors.ts'
import type { FileKind, Media, StagedFile, StageOptions } from '../../media/media.ts'
import { runIdempotently } from '../idempotency/run-idempotently.ts'
import { incompleteUpload, notText, tooManyFields, tooManyFiles, wrongField } from './upload-messages.ts'
import { assertFormFits, whileSpaceLasts } from './upload-space.ts'
import { maxTextBytes, validateText, validateTextSoFar } from './upload-text.ts'

interface UploadRules<Text extends TObject, IsRequired extends boolean = boolean> {
  db: Db
  media: Media
  /** The schema of the text fields; other fields are ignored. */
  text: Text
  files: {
    kind: FileKind
    /** The form field of the files, repeated when there are several. */
    field: string
    /** A second accepted name of `field`. */
    alias?: string
    maxFiles: number
    /** Per file. */
    maxBytes: number
    isRequired: IsRequired
  }
  /** An optional photo beside the files, in its own form field. `maxBytes` is its size limit. */
  picture?: { field: string; maxBytes: number } | undefined
  /** Runs before the body is read. */
  onStart?: () => Promise<void>
  /**
   * Runs for each text field as it arrives, so that a refusal need not wait for the files after it.
   */
  onText?: (name: string, value: string) => void | Promise<void>
}

interface Upload<Text extends TObject, IsRequired extends boolean = boolean> {
  text: Static<Text>
  files: StagedFiles<IsRequired>
  picture?: StagedFile | undefined
  /**
   * Call it last in the transaction that writes the rows. Repeats the access check, because an
   * upload takes long, and records the idempotency key. Throws like both.
   */
  beforeCommit: (transaction: Db, response: unknown) => Promise<void>
}

type StagedFiles<IsRequired> = IsRequired extends true ? readonly [StagedFile, ...StagedFile[]] : readonly StagedFile[]

/** More than any of our forms has. */
const MAX_TEXT_FIELDS = 100

export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/**
 * Reads a form of text fields and files, in any order, stages the files one after another, and
 * passes both to `use`, once per Idempotency-Key. If it throws, it leaves no staged file. Refuses
 * as early as possible: by declared length, free space, or the text before a file.
 */
export async function receiveUpload<Text extends TObject, IsRequired extends boolean, Result>(
  request: FastifyRequest,
  rules: UploadRules<Text, IsRequired>,
  use: (upload: Upload<Text, IsRequired>) => Promise<Result>,
): Promise<Result> {
  const connection = watchConnection(request)
  try {
    return await runIdempotently(request, rules.db, (recordIdempotencyKey) => {
      const beforeCommit = async (transaction: Db, response: unknown) => {
        await request.checkedAccess?.recheck(transaction)
        await recordIdempotencyKey(transaction, response)
      }
      return receiveForm(request, rules, connection, (form) => use({ ...form, beforeCommit }))
    })
  } finally {
    connection.release()
    drainRequest(request)
  }
}

async function receiveForm<Text extends TObject, IsRequired extends boolean, Result>(
  request: FastifyRequest,
  rules: UploadRules<Text, IsRequired>,
  connection: UploadConnection,
  use: (form: Omit<Upload<Text, IsRequired>, 'beforeCommit'>) => Promise<Result>,
): Promise<Result> {
  const staged: StagedForm = { files: [] }
  try {
    await rules.onStart?.()
    await assertFormFits(request, rules)
    const fields = await readParts(request, rules, connection, staged)
    const missing = rules.files.isRequired && staged.files.length === 0 ? [rules.files] : []
    const text = validateText(request, rules.text, fields, missing)
    connection.pauseIdleTimeout()
    connection.disconnected.throwIfAborted()
    const files = staged.files as readonly StagedFile[] as StagedFiles<IsRequired>
    return await use({ text, files, picture: staged.picture })
  } catch (error) {
    const all = staged.picture ? [...staged.files, staged.picture] : staged.files
    await Promise.all(all.map((file) => rules.media.discard(file)))
    throw error
  }
}

interface StagedForm {
  files: StagedFile[]
  picture?: StagedFile
}

/** Returns the text fields and adds each file to `staged`. */
async function readParts<Text extends TObject>(
  request: FastifyRequest,
  { media, text, files: rules, picture, onText }: UploadRules<Text>,
  connection: UploadConnection,
  staged: StagedForm,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    fieldSize: maxTextBytes(text),
    fields: MAX_TEXT_FIELDS,
    parts: MAX_TEXT_FIELDS + rules.maxFiles + (picture ? 2 : 1),
  }
  let position = 0
  for await (const part of withFormErrors(request.parts({ limits }))) {
    if (part.type === 'field') {
      if (!(part.fieldname in text.properties)) continue
      // The plugin parses application/json parts; ignoring such a part would clear the field.
      if (typeof part.value !== 'string') throw badRequest(...notText(part.fieldname, text))
      fields.set(part.fieldname, part.value)
      await onText?.(part.fieldname, part.value)
      continue
    }
    position += 1
    // A browser sends an empty file field as a file without a name.
    if (part.filename === '') {
      part.file.resume()
      continue
    }
    const name = displayName(part.filename, position)
    const isPicture = part.fieldname === picture?.field
    assertAccepted(part.fieldname, name, staged, { files: rules, picture })
    validateTextSoFar(request, text, fields)
    const source = whileSpaceLasts(media, withFormErrors(part.file))
    const { kind, maxBytes } = isPicture ? { kind: 'photo' as const, maxBytes: picture.maxBytes } : rules
    const file = await stageFile(request, { media, source, options: { name, maxBytes, kind }, connection })
    if (isPicture) staged.picture = file
    else staged.files.push(file)
  }
  return fields
}

/** Throws if the form does not accept a file in this field, or no further one. */
function assertAccepted(
  field: string,
  name: string,
  staged: StagedForm,
  { files, picture }: Pick<UploadRules<TObject>, 'files' | 'picture'>,
): void {
  if (field === picture?.field) {
    if (staged.picture) throw tooLarge(tooManyFiles(1, 'photo'))
    return
  }
  if (field !== files.field && field !== files.alias) throw badRequest(wrongField(name, files.kind))
  if (staged.files.length === files.maxFiles) throw tooLarge(tooManyFiles(files.maxFiles, files.kind))
}

/** Keyed by account, so that one account's photos do not delay those of others. */
const photoMutex = new KeyedMutex()

interface FilePart {
  media: Media
  source: AsyncIterable<Uint8Array>
  options: StageOptions
  connection: UploadConnection
}

/**
 * Stages a file. A photo waits, once received, until no other photo of the account is being
 * processed.
 */
async function stageFile(
  { admin }: FastifyRequest,
  { media, source, options, connection }: FilePart,
): Promise<StagedFile> {
  if (!admin) throw unauthenticated()
  const { disconnected } = connection
  let release = () => {}
  async function* receiveThenWait() {
    yield* source
    connection.pauseIdleTimeout()
    if (admin && options.kind === 'photo') release = await photoMutex.acquire(admin.id, disconnected)
  }
  try {
    return await media.stage(receiveThenWait(), { ...options, signal: disconnected })
  } finally {
    release()
    connection.resumeIdleTimeout()
  }
}

/** The client's file name for messages, shortened and without invisible characters. */
function displayName(filename: string | undefined, position: number): string {
  const name = (filename ?? '').replace(/\p{C}/gu, '').trim()
  if (name === '') return `file ${position}`
  return name.length > 100 ? `${name.slice(0, 60)}…${name.slice(-30)}` : name
}

/**
 * Turns parser errors into refusals: the form ends early, has too many fields, or its boundary is
 * missing or too long.
 */
async function* withFormErrors<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    const isTooLong = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw isTooLong ? tooLarge(tooManyFields()) : badRequest(incompleteUpload())
  }
}

/**
 * Reads and discards the rest of a refused form: a browser whose connection closes while it sends
 * may show a network error instead of our message. body-deadline.ts limits the time.
 */
function drainRequest(request: FastifyRequest): void {
  if (request.raw.readableEnded) return
  request.raw.unpipe()
  request.raw.resume()
}

/** The connection of an upload while it is received. */
interface UploadConnection {
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal
  /** Call it while the server works and the client has nothing to send. */
  pauseIdleTimeout(): void
  resumeIdleTimeout(): void
  release(): void
}

function watchConnection({ socket }: FastifyRequest): UploadConnection {
  const disconnection = new AbortController()
  const onClose = () => disconnection.abort(badRequest(incompleteUpload()))
  if (socket.destroyed) onClose()
  else socket.once('close', onClose)
  // `app.inject` has no network socket.
  const networkSocket = socket instanceof Socket ? socket : undefined
  const idleMs = networkSocket?.timeout ?? 0
  return {
    disconnected: disconnection.signal,
    pauseIdleTimeout: () => void networkSocket?.setTimeout(0),
    resumeIdleTimeout: () => void networkSocket?.setTimeout(idleMs),
    release() {
      socket.off('close', onClose)
      networkSocket?.setTimeout(idleMs)
    },
  }
}
