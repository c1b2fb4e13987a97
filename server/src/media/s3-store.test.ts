import { once } from 'node:events'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig, type S3Settings } from '../config.ts'
import { findStorageFault } from '../http/storage-fault.ts'
import { testFolder } from '../testing/files/test-folder.ts'
import { DamagedFileError, type FileResponse, RemoteStoreError } from './file-store.ts'
import { publicWarning } from './open-media.ts'
import { describeS3Error } from './s3-errors.ts'
import { openS3Store } from './s3-store.ts'

const PATH = `/media/ab/${'c'.repeat(30)}.jpg`

interface HttpRequest {
  method: string
  hostname: string
  path: string
  headers: Record<string, string>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

function settings(env: Record<string, string>): S3Settings {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const { s3 } = readConfig({ MEDIA_STORE: 's3', S3_BUCKET: 'photos', S3_REGION: 'ap-south-1', ...keys, ...env })
  if (!s3) throw new Error('no settings')
  return s3
}

/** Opens a store whose every call gets the answer of `respond`, or its error. */
function openWith(respond: (request: HttpRequest) => Answer | Promise<Answer>, env: Record<string, string> = {}) {
  const requestHandler = {
    handle: async (request: HttpRequest) => {
      const { status, headers = {}, body = '' } = await respond(request)
      return { response: { statusCode: status, headers, body: Readable.from([Buffer.from(body)]) } }
    },
  }
  return openS3Store(settings(env), testFolder(), { requestHandler, maxAttempts: 1 })
}

const refusal = (code: string, more = '') => `<Error><Code>${code}</Code><Message>m</Message>${more}</Error>`
const missing: Answer = { status: 404, body: refusal('NoSuchKey') }
const socketError = (code: string) =>
  Object.assign(new Error(`connect ${code} 127.0.0.1:9`), { code, syscall: 'connect' })

describe('an unusable storage is told in one sentence', () => {
  test.each<[Answer, RegExp]>([
    [
      { status: 404, body: refusal('NoSuchBucket') },
      /bucket photos \(S3_BUCKET\) does not exist at Amazon's region ap-south-1/,
    ],
    ...['<html>Not found</html>', '', refusal('NoSuchUpload')].map((body): [Answer, RegExp] => [
      { status: 404, body },
      /no S3 storage with the bucket photos \(S3_BUCKET\) at Amazon's region ap-south-1 \(S3_ENDPOINT\)/,
    ]),
    [{ status: 403, body: refusal('InvalidAccessKeyId') }, /does not accept the keys: correct S3_ACCESS_KEY_ID/],
    [{ status: 403, body: refusal('SignatureDoesNotMatch') }, /does not accept the keys/],
    [{ status: 403, body: refusal('AccessDenied') }, /The keys do not allow to list, read, write and delete/],
    [{ status: 403, body: refusal('RequestTimeTooSkewed') }, /clock .* set the time \(NTP\)/],
    [
      { status: 400, body: refusal('AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>') },
      /not in the region ap-south-1: set S3_REGION to eu-west-1/,
    ],
    [
      { status: 301, body: refusal('PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-1' } },
      /set S3_REGION to eu-west-1/,
    ],
    [{ status: 503, body: refusal('SlowDown') }, /Amazon's region ap-south-1 \(S3_ENDPOINT\) failed: SlowDown, m\.$/],
  ])('%j', async (answer, sentence) => {
    const error = await openWith(() => answer).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RemoteStoreError)
    expect(String(error)).toMatch(sentence)
    expect(String(error)).not.toContain('\n')
    expect(findStorageFault(error)).toBe('media_unavailable')
  })

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EPROTO'])('%s', async (code) => {
    const away = () => {
      throw socketError(code)
    }
    const opened = openWith(away, { S3_ENDPOINT: 'https://s3.example.com' })
    await expect(opened).rejects.toThrow(
      `The S3 storage https://s3.example.com (S3_ENDPOINT) cannot be reached: connect ${code} 127.0.0.1:9; see that it runs, or correct S3_ENDPOINT.`,
    )
  })

  test('an endpoint with https where none is spoken', async () => {
    const plain = createServer().listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const url = `https://localhost:${(plain.address() as AddressInfo).port}`
    const opened = openS3Store(settings({ S3_ENDPOINT: url, S3_PATH_STYLE: 'true' }), testFolder(), { maxAttempts: 1 })
    await expect(opened).rejects.toThrow(
      `The S3 storage ${url} (S3_ENDPOINT) does not speak https: turn on TLS there, or correct the port.`,
    )
    plain.close()
  })

  test('also when the clock is an hour off and the SDK corrects it', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    await expect(openWith(() => ({ ...missing, headers: { date } }))).rejects.toThrow('set the time (NTP)')
  })
})

test('sends a file with its SHA-256, its type and a signature of its bytes', async () => {
  const sent: HttpRequest[] = []
  const store = await openWith((request) => {
    sent.push(request)
    return request.method === 'GET' ? missing : { status: 200, headers: { etag: '"1"' } }
  })
  const from = join(testFolder(), 'photo')
  await writeFile(from, 'hello')
  await store.put([{ from, path: PATH }])
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    hostname: 'photos.s3.ap-south-1.amazonaws.com',
    path: PATH,
    headers: {
      'x-amz-meta-sha256': sha256,
      'x-amz-content-sha256': sha256,
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
})

test('keeps the staged file of an upload that failed', async () => {
  const store = await openWith(({ method }) =>
    method === 'GET' ? missing : { status: 500, body: refusal('InternalError') },
  )
  const from = join(testFolder(), 'photo')
  await writeFile(from, 'hello')
  await expect(store.put([{ from, path: PATH }])).rejects.toThrow(RemoteStoreError)
  expect(await readFile(from, 'utf8')).toBe('hello')
})

test('does not take a file of other bytes for what was stored', async () => {
  const sha256 = 'f'.repeat(64)
  const store = await openWith(({ path }) =>
    path === PATH ? { status: 200, headers: { 'x-amz-meta-sha256': sha256 }, body: 'hello' } : missing,
  )
  await expect(buffer(store.read(PATH))).rejects.toThrow(DamagedFileError)
})

test('tells a missing file from a storage that is away', async () => {
  let answer = missing
  const store = await openWith(() => answer)
  expect(await store.exists(PATH)).toBe(false)
  await expect(buffer(store.read(PATH))).rejects.toMatchObject({ code: 'ENOENT' })
  answer = { status: 500, body: refusal('InternalError') }
  await expect(store.exists(PATH)).rejects.toThrow(RemoteStoreError)
  await expect(store.remove([PATH])).rejects.toThrow(RemoteStoreError)
})

test('an upload that fails waits for the others that have begun, and begins no more', async () => {
  const asked: string[] = []
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = await openWith(async ({ method, path }) => {
    if (method === 'GET') return missing
    asked.push(path)
    if (path.startsWith('/media/00')) {
      await begun.promise
      return { status: 500, body: refusal('InternalError') }
    }
    begun.resolve()
    await held.promise
    return { status: 200, headers: { etag: '"1"' } }
  })
  const folder = testFolder()
  const files = Array.from({ length: 10 }, (_, i) => ({
    from: join(folder, String(i)),
    path: `/media/0${i}/${'c'.repeat(30)}.avif`,
  }))
  for (const { from } of files) await writeFile(from, 'hello')
  const over = vi.fn()
  const put = expect(store.put(files).finally(over)).rejects.toThrow('InternalError')
  await begun.promise
  for (let turn = 0; turn < 50; turn += 1) await readFile(files[5]?.from ?? '')
  expect(over).not.toHaveBeenCalled()
  held.resolve()
  await put
  expect(asked.length).toBeLessThan(10)
})

test('large files that take long keep no small one waiting', async () => {
  const held = Promise.withResolvers<Answer>()
  let large = 0
  const store = await openWith(({ method, path }) => {
    if (method === 'GET') return missing
    if (path.startsWith(PATH)) return { status: 200, headers: { etag: '"1"' } }
    large += 1
    return held.promise
  })
  const folder = testFolder()
  const files = Array.from({ length: 4 }, (_, i) => ({
    from: join(folder, String(i)),
    path: `/media/0${i}/${'c'.repeat(30)}.mp4`,
  }))
  for (const { from } of files) {
    await writeFile(from, '')
    await truncate(from, 8 * 1024 * 1024)
  }
  const put = expect(store.put(files)).rejects.toThrow('InternalError')
  await expect.poll(() => large).toBe(4)
  await writeFile(join(folder, 'small'), 'hello')
  await store.put([{ from: join(folder, 'small'), path: PATH }])
  held.resolve({ status: 500, body: refusal('InternalError') })
  await put
})

test('a fault of the own disk is not told as one of the storage', () => {
  const missingFile = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: '/tmp/x' })
  const badDisk = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' })
  for (const error of [missingFile, badDisk]) expect(describeS3Error(error, settings({}))).toBe(error)
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  expect(describeS3Error(reset, settings({}))).toBeInstanceOf(RemoteStoreError)
})

test('viewers leave connections for all else', async () => {
  const store = await openWith(({ path }) => (path === PATH ? { status: 200, body: 'hello' } : missing))
  if ('directory' in store.delivery) throw new Error('not remote')
  const { respond } = store.delivery
  const view = (isHead = false) => respond(PATH, { isHead, headers: {} })
  for (let once = 0; once < 300; once += 1) await view(true)
  const viewed: FileResponse[] = []
  for (let viewer = 0; viewer < 200; viewer += 1) viewed.push(await view())
  await expect(view()).rejects.toThrow(RemoteStoreError)
  expect(await buffer(store.read(PATH))).toEqual(Buffer.from('hello'))
  viewed[0]?.body?.destroy()
  if (viewed[1]?.body) await buffer(viewed[1].body)
  await expect.poll(() => view().then(({ status }) => status)).toBe(200)
  expect((await view()).status).toBe(200)
})

/** Serves as the storage of a store until the test ends. */
async function openAt(listener: RequestListener, options: Parameters<typeof openS3Store>[2] = {}) {
  const server = createServer((request, response) => {
    response.sendDate = false
    listener(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return openS3Store(settings({ S3_ENDPOINT, S3_PATH_STYLE: 'true' }), testFolder(), options)
}

test('a viewer may pause for longer than other readers', async () => {
  const rest = Promise.withResolvers<void>()
  const listener: RequestListener = (request, response) => {
    if (request.url?.includes('database-id')) return response.writeHead(404).end(refusal('NoSuchKey'))
    response.writeHead(200, { 'content-length': 2 }).write('a')
    return rest.promise.then(() => response.end('b'))
  }
  const { delivery, read } = await openAt(listener, { idleTimeoutMs: 200 })
  if ('directory' in delivery) throw new Error('not remote')
  const { body } = await delivery.respond(PATH, { isHead: false, headers: {} })
  await expect(buffer(read(PATH))).rejects.toThrow(RemoteStoreError)
  rest.resolve()
  expect(await buffer(body ?? Readable.from([]))).toEqual(Buffer.from('ab'))
})

test('a reader that gives up ends its connection', async () => {
  let closed: Promise<unknown> | undefined
  const store = await openAt((request, response) => {
    if (request.url?.includes('database-id')) return response.writeHead(404).end(refusal('NoSuchKey'))
    closed = once(response, 'close')
    response.writeHead(200, { 'content-length': 5e7 })
    return Readable.from(endless()).pipe(response)
  })
  for await (const _chunk of store.read(PATH)) break
  expect(closed).toBeDefined()
  await closed
})

test('a storage whose files anybody may read is warned of', async () => {
  const storageOf = (isPublic: boolean) =>
    openAt(({ headers }, response) =>
      headers.authorization || isPublic ? response.end('id') : response.writeHead(403).end(),
    )
  expect(await publicWarning(await storageOf(true))).toMatch(/^Anybody on the internet may read the bucket photos /)
  expect(await publicWarning(await storageOf(false))).toBeUndefined()
})

test('an address that is signed with temporary keys is valid as long as they are', async () => {
  const expiration = new Date(Date.now() + 5 * 60_000)
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token', expiration }
  const requestHandler = {
    handle: async () => ({ response: { statusCode: 200, headers: {}, body: Readable.from([]) } }),
  }
  const { delivery } = await openS3Store(settings({ MEDIA_DELIVERY: 'redirect' }), testFolder(), {
    ...{ credentials, requestHandler },
  })
  if (!('redirect' in delivery) || !delivery.redirect) throw new Error('no redirect')
  const { validForMs } = await delivery.redirect.sign(PATH, { contentType: 'image/jpeg', isDownload: false })
  expect(validForMs).toBeGreaterThan(0)
  expect(validForMs).toBeLessThanOrEqual(5 * 60_000)
})

function* endless() {
  while (true) yield Buffer.alloc(65_536)
}
