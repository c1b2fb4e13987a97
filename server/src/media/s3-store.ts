import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Semaphore } from 'async-mutex'
import type { S3Settings } from '../config.ts'
import { assertWritable, errorCode, newPartName } from './disk-files.ts'
import { isVersionOf } from './disk-store.ts'
import { isOurs, removeFound, surveyDisk } from './disk-survey.ts'
import {
  DamagedFileError,
  type FileRequest,
  type FileResponse,
  type FileStore,
  type FoundFile,
  RemoteStoreError,
  type SignedAddress,
  type SignedHeaders,
  type StoredFile,
} from './file-store.ts'
import { contentTypeOf, IMMUTABLE, isStoredPath, parseStoredPath } from './media.ts'
import { describeS3Error, isSkewed, statusOf } from './s3-errors.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Without a byte for so long, a call fails. */
const IDLE_TIMEOUT_MS = 60_000
/** A viewer who pauses a video may read nothing for so long. */
const PAUSE_TIMEOUT_MS = 10 * 60_000
/** Less than the health check waits. */
const TRIAL_TIMEOUT_MS = 4000
/** Each reader of a file holds one. */
const SOCKETS = 250
/** Fewer, so that slow viewers of the public stop nothing else. */
const VIEWERS = 200
/** A file of this size or more is uploaded in parts, at most 10,000. Those sent at once are in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 3
const LARGE_UPLOADS = 4
const DELETES = 8
/** Smaller than a part. */
const SMALL_UPLOADS = 8

/** A signed address is the same for so long, so that browsers find the file in their cache. */
const SIGNED_AGAIN_MS = 30 * 60_000
const SIGNED_FOR_SECONDS = 60 * 60

/**
 * Stores files in a bucket, under the prefix and their stored paths, with their SHA-256 in the
 * metadata. Staged files are in `tmp/` of the data folder. Throws RemoteStoreError if the bucket cannot be
 * read with these settings. Only tests pass `options`.
 */
export async function openS3Store(
  settings: S3Settings,
  dataDir: string,
  { idleTimeoutMs = IDLE_TIMEOUT_MS, ...options }: S3ClientConfig & { idleTimeoutMs?: number } = {},
): Promise<FileStore> {
  const { bucket, prefix, region, endpoint, pathStyle, keys, isRedirecting } = settings
  const agent = { keepAlive: true, maxSockets: SOCKETS }
  const openClient = (timeouts: object) =>
    new S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(keys && { credentials: keys }),
      // The signature covers each body. Not every storage knows the SDK's other checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, httpAgent: agent, httpsAgent: agent, ...timeouts },
      ...options,
    })
  const client = openClient({ socketTimeout: idleTimeoutMs })
  const viewerClient = openClient({
    socketTimeout: PAUSE_TIMEOUT_MS,
    requestTimeout: idleTimeoutMs,
    throwOnRequestTimeout: true,
  })
  const staging = join(dataDir, 'tmp')
  const uploads = { large: new Semaphore(LARGE_UPLOADS), small: new Semaphore(SMALL_UPLOADS) }
  let viewers = 0

  const objectOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  function at(path: string): { Bucket: string; Key: string } {
    if (!isStoredPath(path)) throw new Error(`Not a stored path: ${JSON.stringify(path)}`)
    return objectOf(path.slice(1))
  }

  /** Throws ENOENT for a missing object, otherwise a RemoteStoreError. */
  async function attempt<Result>(run: () => Promise<Result>, isHead = false): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      throw describeS3Error(error, settings, isHead)
    }
  }

  function list(name: string): Promise<FoundFile[]> {
    const { Bucket, Key } = objectOf(name)
    return attempt(async () => {
      const found: FoundFile[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: Key }))
        for (const { Key: key = '', Size: bytes = 0, LastModified: modifiedAt = new Date() } of Contents)
          found.push({ path: `/${key.slice(prefix.length)}`, bytes, modifiedAt })
      return found
    })
  }

  async function upload(from: string, path: string): Promise<void> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(from), hash)
    const params = {
      ...at(path),
      Body: createReadStream(from),
      ContentType: contentTypeOf(path),
      CacheControl: IMMUTABLE,
      Metadata: { sha256: hash.digest('hex') },
    }
    await attempt(() => new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done())
    await rm(from, { force: true })
  }

  /** Throws DamagedFileError if all of a file is read and is not what was stored. */
  async function* read(path: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body, Metadata } = await attempt(() => client.send(new GetObjectCommand({ ...at(path), Range })))
    const hash = createHash('sha256')
    try {
      // Also ends the connection when the reader gives up.
      for await (const chunk of Body as Readable) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw describeS3Error(error, settings)
    }
    const stored = Metadata?.sha256
    if (!range && stored !== undefined && hash.digest('hex') !== stored)
      throw new DamagedFileError(`${path} is not the file that was stored.`)
  }

  async function sizeOf(path: string): Promise<number> {
    const { ContentLength = 0 } = await attempt(() => client.send(new HeadObjectCommand(at(path))), true)
    return ContentLength
  }

  async function exists(path: string): Promise<boolean> {
    try {
      await sizeOf(path)
      return true
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    }
  }

  async function respond(path: string, request: FileRequest): Promise<FileResponse> {
    if (viewers >= VIEWERS) throw new RemoteStoreError('Too many files of the S3 storage are being sent.')
    viewers += 1
    const leave = () => {
      viewers -= 1
    }
    try {
      const response = await find(path, request)
      if (response.body) response.body.once('close', leave)
      else leave()
      return response
    } catch (error) {
      leave()
      throw error
    }
  }

  async function find(path: string, { isHead, headers }: FileRequest): Promise<FileResponse> {
    const input = { ...at(path), ...conditionsOf(headers) }
    try {
      const found = isHead
        ? await client.send(new HeadObjectCommand(input))
        : await viewerClient.send(new GetObjectCommand(input))
      return toResponse(found, 'Body' in found ? (found.Body as Readable) : undefined)
    } catch (error) {
      switch (statusOf(error)) {
        case 304:
          return { status: 304, headers: input.IfNoneMatch ? { etag: input.IfNoneMatch } : {}, body: undefined }
        case 412:
          // The condition of the range failed.
          return find(path, { isHead, headers: {} })
        case 416:
          return { status: 416, headers: { 'content-range': `bytes */${await sizeOf(path)}` }, body: undefined }
        default:
          throw describeS3Error(error, settings, isHead)
      }
    }
  }

  function sign(path: string, { contentType, isDownload }: SignedHeaders): Promise<SignedAddress> {
    const now = Date.now() + client.config.systemClockOffset
    const command = new GetObjectCommand({
      ...at(path),
      ResponseCacheControl: IMMUTABLE,
      ResponseContentType: contentType,
      ...(isDownload && { ResponseContentDisposition: 'attachment' }),
    })
    const signingDate = new Date(Math.floor(now / SIGNED_AGAIN_MS) * SIGNED_AGAIN_MS)
    return attempt(async () => {
      const url = await getSignedUrl(client, command, { expiresIn: SIGNED_FOR_SECONDS, signingDate })
      // Temporary keys end what they signed.
      const { expiration } = await client.config.credentials()
      const validUntil = signingDate.getTime() + SIGNED_FOR_SECONDS * 1000
      return { url, validForMs: Math.min(validUntil, expiration?.getTime() ?? Infinity) - now }
    })
  }

  const store: FileStore = {
    async tryWrite() {
      await assertWritable(staging, staging)
      const limit = { abortSignal: AbortSignal.timeout(TRIAL_TIMEOUT_MS) }
      await attempt(() => client.send(new PutObjectCommand({ ...objectOf('trial'), Body: 'trial' }), limit))
      await attempt(() => client.send(new DeleteObjectCommand(objectOf('trial')), limit))
    },
    async put(files) {
      const failed = new AbortController()
      const uploadNext = async ({ from, path }: (typeof files)[number]) => {
        const { size } = await stat(from)
        await uploads[size < PART_BYTES ? 'small' : 'large'].runExclusive(async () => {
          if (!failed.signal.aborted) await upload(from, path)
        })
      }
      const fail = (error: unknown) => failed.abort(error)
      await Promise.all(files.map((file) => uploadNext(file).catch(fail)))
      failed.signal.throwIfAborted()
    },
    async remove(paths) {
      const deletes = new Semaphore(DELETES)
      const remove = (path: string) => attempt(() => client.send(new DeleteObjectCommand(at(path))))
      const results = await Promise.allSettled(paths.map((path) => deletes.runExclusive(() => remove(path))))
      const failed = results.find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
    },
    async listVersions(path) {
      const found = await list(parseStoredPath(path)?.stem.slice(1) ?? path)
      return found.map((file) => file.path).filter((each) => isVersionOf(each, path))
    },
    read,
    exists,
    sizeOf,
    async find(paths) {
      const sizes = new Map((await list('media/')).map(({ path, bytes }) => [path, bytes]))
      const found = new Map<string, StoredFile>()
      for (const path of paths) {
        const bytes = sizes.get(path)
        if (bytes !== undefined) found.set(path, { bytes, read: () => read(path) })
      }
      return found
    },
    async withLocalFile(path, use) {
      const file = join(staging, newPartName())
      try {
        await writeFile(file, read(path))
        return await use(file)
      } finally {
        await rm(file, { force: true })
      }
    },
    async survey() {
      const { forgotten, foreign } = await surveyDisk(dataDir)
      const found = await list('media/')
      const others = found.filter(({ path }) => !isOurs(path)).map(({ path }) => path)
      return { stored: found.filter(({ path }) => isOurs(path)), forgotten, foreign: [...foreign, ...others].sort() }
    },
    removeFound: (file) => (isStoredPath(file.path) ? store.remove([file.path]) : removeFound(dataDir, file)),
    delivery: {
      respond,
      redirect: isRedirecting ? { origin: new URL((await sign(ANY_PATH, ANY_HEADERS)).url).origin, sign } : undefined,
    },
    shared: {
      name: `the bucket ${bucket} (S3_BUCKET)${prefix && ` under ${prefix} (S3_PREFIX)`}`,
      async readMark() {
        try {
          const { Body } = await attempt(() => client.send(new GetObjectCommand(objectOf(MARK))))
          return await Body?.transformToString()
        } catch (error) {
          if (errorCode(error) === 'ENOENT') return undefined
          throw error
        }
      },
      async isPublic() {
        const url = new URL(await getSignedUrl(client, new GetObjectCommand(objectOf(MARK))))
        url.search = ''
        const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TRIAL_TIMEOUT_MS) })
        return response.ok
      },
      async writeMark(mark) {
        await attempt(() =>
          mark === undefined
            ? client.send(new DeleteObjectCommand(objectOf(MARK)))
            : client.send(new PutObjectCommand({ ...objectOf(MARK), Body: mark })),
        )
      },
      async abortUploads(limit) {
        const { Bucket, Key } = objectOf('media/')
        const command = new ListMultipartUploadsCommand({ Bucket, Prefix: Key })
        const { Uploads = [] } = await attempt(() => client.send(command))
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated === undefined || Initiated > limit) continue
          await attempt(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
        }
      },
    },
  }
  await assertUsable(store, client, settings)
  return store
}

/** What is signed to know the host of all addresses. */
const ANY_PATH = `/media/00/${'0'.repeat(30)}.jpg`
const ANY_HEADERS = { contentType: 'image/jpeg', isDownload: false }

/** The object that says which database the files belong to. */
const MARK = 'database-id'

/** The first call. Throws RemoteStoreError with what is wrong in the settings. */
async function assertUsable({ shared }: FileStore, { config }: S3Client, settings: S3Settings): Promise<void> {
  await shared?.readMark()
  if (isSkewed(config.systemClockOffset)) throw describeS3Error({ name: 'RequestTimeTooSkewed' }, settings)
}

/** S3 understands one range, one tag, and dates. */
function conditionsOf(headers: IncomingHttpHeaders): Partial<GetObjectCommandInput> {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince, 'if-range': ifRange } = headers
  const since = Date.parse(ifModifiedSince ?? '')
  const range = /^bytes=(?:\d+-\d*|-\d+)$/.test(headers.range ?? '') ? headers.range : undefined
  return {
    // A proxy that compresses may have made the tag weak.
    ...(ifNoneMatch !== undefined && { IfNoneMatch: ifNoneMatch.replace(/^W\//, '') }),
    ...(!Number.isNaN(since) && { IfModifiedSince: new Date(since) }),
    ...(range !== undefined && { Range: range, ...(ifRange !== undefined && rangeCondition(String(ifRange))) }),
  }
}

/** An If-Range header names a tag or a date. */
function rangeCondition(ifRange: string): Partial<GetObjectCommandInput> {
  const time = Date.parse(ifRange)
  return ifRange.includes('"') || Number.isNaN(time) ? { IfMatch: ifRange } : { IfUnmodifiedSince: new Date(time) }
}

function toResponse(found: HeadObjectCommandOutput, body: Readable | undefined): FileResponse {
  const { ContentRange, ContentLength, ETag, LastModified } = found
  return {
    status: ContentRange === undefined ? 200 : 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-length': String(ContentLength ?? 0),
      ...(ContentRange !== undefined && { 'content-range': ContentRange }),
      ...(ETag !== undefined && { etag: ETag }),
      ...(LastModified && { 'last-modified': LastModified.toUTCString() }),
    },
    body,
  }
}
