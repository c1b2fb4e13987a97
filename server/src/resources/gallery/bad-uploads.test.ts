import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import type { Failure } from '@sevadesk/contract/base/envelope-schemas.ts'
import { PHOTO_TITLE_MAX } from '@sevadesk/contract/content/gallery-schemas.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { jpegOfBytes, sampleImage } from '../../testing/files/sample-images.ts'
import { uploadsOf } from '../../testing/files/stored-files.ts'
import { type FormPart, formOf } from '../../testing/requests/forms.ts'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'

const LIMIT = 100_000
const ADD = '/api/galleryphoto/addPhoto'
const LONG = 'क'.repeat(100_000)
const TITLE = new RegExp(`Title can have at most ${PHOTO_TITLE_MAX} characters`)
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>')
const image = await sampleImage('jpeg')
const [BIG, HUGE] = [await jpegOfBytes(LIMIT + 1), await jpegOfBytes(50 * LIMIT)]

const file = (bytes: Uint8Array = image, name = 'cow.jpg', field = 'images'): FormPart => ({ field, name, bytes })
const bad = (name: string) => file(Buffer.from('no photo'), name)

anyDatabase((engine) => {
  const here = suiteServer({ engine, env: { PHOTO_MAX_MB: String(LIMIT / 1024 / 1024), PHOTO_MAX_FILES: '50' } })
  const staff = suiteSession(here, ['Gallery'])
  let port: number
  beforeAll(async () => {
    await here.app.listen({ port: 0, host: '127.0.0.1' })
    port = (here.app.server.address() as AddressInfo).port
  })
  afterEach(expectNothingStored)

  /** Expects no row and no stored, staged or pending file, and that the server still responds. */
  async function expectNothingStored() {
    const photos = await here.db.selectFrom('photos').selectAll().execute()
    expect({ photos, ...(await uploadsOf(here)) }).toEqual({ photos: [], files: [], pending: [], pictures: [] })
    expect((await fetch(`http://127.0.0.1:${port}/api/galleryphoto/School`)).status).toBe(200)
  }

  const call = (url: string, options: RequestInit & { duplex?: 'half' }, session = staff) =>
    fetch(`http://127.0.0.1:${port}${url}`, {
      ...options,
      headers: { ...(options.headers as Record<string, string>), ...session.bearer },
    })
  const send = (...parts: FormPart[]) => {
    const { payload, headers } = formOf(...parts)
    return call(ADD, { method: 'POST', body: new Uint8Array(payload), headers })
  }

  async function expectRefused(answer: Response, status: number, sentence: RegExp) {
    const body = (await answer.json()) as Failure
    expect({ status: answer.status, ...body }).toMatchObject({
      status,
      success: false,
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(sentence),
    })
    expect(body.message).toMatch(/^[A-Z“].+\.$/)
    expect(JSON.stringify(body)).not.toMatch(/\/tmp|\.part|at \w+ \(/)
  }

  test.each<[string, FormPart[], number, RegExp]>([
    ['text', [file(Buffer.from('Dear Sir or Madam, '.repeat(200)), 'a.jpg')], 415, /“a\.jpg” is not a photo/],
    ['an SVG', [file(SVG, 'logo.svg')], 415, /“logo\.svg”/],
    ['an SVG by the name of a PNG', [file(SVG, 'logo.png')], 415, /“logo\.png”/],
    ['an empty file', [file(Buffer.alloc(0), 'empty.jpg')], 400, /“empty\.jpg” is empty/],
    ['the first bytes of a JPEG', [file(image.subarray(0, 4), 'magic.jpg')], 415, /“magic\.jpg” is damaged/],
    ['one byte too many', [file(BIG, 'big.jpg')], 413, /“big\.jpg” is too .+ at most 0\.095 MB/],
    ['far too many bytes', [file(HUGE, 'huge.jpg')], 413, /“huge\.jpg”/],
    ['a batch whose first file is invalid', [bad('bad.jpg'), file(), file()], 415, /“bad\.jpg”/],
    ['a batch whose second file is invalid', [file(), bad('bad.jpg'), file()], 415, /“bad\.jpg”/],
    ['a batch whose last file is invalid', [file(), file(), bad('bad.jpg')], 415, /“bad\.jpg”/],
    ['51 files', Array.from({ length: 51 }, () => file()), 413, /at most 50 photos/],
    ['200 files', Array.from({ length: 200 }, () => file()), 413, /at most 50 photos/],
    ['no file', [], 400, /choose at least one photo/],
    ['an empty field', [file(Buffer.alloc(0), '')], 400, /choose at least one photo/],
    ['an unknown field', [file(), file(image, 'b.jpg', 'attachment')], 400, /“b\.jpg” was sent in a field/],
    ['a Hindi name', [bad('गाय की फोटो.jpg')], 415, /“गाय की फोटो\.jpg”/],
    ['a name with folders', [bad('../../../etc/passwd')], 415, /“passwd”/],
    ['a long name', [bad(`${'a'.repeat(5000)}.jpg`)], 415, /“a{60}…a+\.jpg”/],
    ['a name with control characters', [bad('a\u202Egpj.exe\u0007')], 415, /“agpj\.exe”/],
    ['a long title', [['title', LONG], file()], 400, TITLE],
    ['a title of one character too many', [file(), ['title', 'a'.repeat(PHOTO_TITLE_MAX + 1)]], 400, TITLE],
    ['a long description', [file(), ['description', LONG]], 400, /Description can have at most 5000/],
    ['a null character', [['title', 'a\0b'], file()], 400, /Title contains a character/],
    ['an object as title', [['title', '{"a":1}', 'application/json'], file()], 400, /^Title must be text\.$/],
    ['null as title', [['title', 'null', 'application/json'], file()], 400, /^Title must be text\.$/],
    ['a number as title', [['title', '7', 'application/json'], file()], 400, /^Title must be text\.$/],
    ['300 fields', [...Array.from({ length: 300 }, (_, n) => [`f${n}`, 'x'] as const), file()], 413, /too many fields/],
  ])('refuses %s', async (_what, parts, status, sentence) => {
    await expectRefused(await send(['sectionName', 'School'], ...parts), status, sentence)
  })

  test('refuses an unknown or missing gallery', async () => {
    await expectRefused(await send(['sectionName', 'Kitchen'], file()), 400, /one of the galleries/)
    await expectRefused(await send(file(), ['sectionName', '__proto__']), 400, /one of the galleries/)
    await expectRefused(await send(file()), 400, /Section name is required/)
    await expectRefused(await send(['__proto__', 'x'], ['constructor', 'x'], file()), 400, /./)
  })

  test('refuses a content type other than multipart/form-data, or none', async () => {
    const { payload } = formOf(['sectionName', 'School'], file())
    const types = [
      'application/json',
      'text/plain',
      'image/jpeg',
      'application/x-www-form-urlencoded',
      'multipart/mixed',
    ]
    for (const type of types) {
      const headers = { 'content-type': type }
      const answer = await call(ADD, { method: 'POST', body: new Uint8Array(payload), headers })
      await expectRefused(answer, 415, /multipart\/form-data/)
    }
    await expectRefused(await call(ADD, { method: 'POST' }), 415, /multipart\/form-data/)
    await expectRefused(
      await call(ADD, { method: 'POST', body: '{"title":', headers: { 'content-type': 'application/json' } }),
      415,
      /./,
    )
  })

  test('refuses a form with a missing, wrong or too long boundary', async () => {
    const { payload } = formOf(['sectionName', 'School'], file())
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
    ]) {
      const headers = { 'content-type': type }
      const answer = await call(ADD, { method: 'POST', body: new Uint8Array(payload), headers })
      await expectRefused(answer, 400, /was interrupted or is incomplete/)
    }
  })

  test('refuses a form truncated at any point', async () => {
    const { payload, headers } = formOf(['sectionName', 'School'], ['title', 'x'], file(), file())
    const points = [20, 90, 150, 250, 400, 1000, payload.length - 1500, payload.length - 60, payload.length - 20]
    for (const at of points) {
      const answer = await call(ADD, { method: 'POST', body: new Uint8Array(payload.subarray(0, at)), headers })
      expect([at, answer.status]).toEqual([at, 400])
      await expectRefused(answer, 400, /./)
    }
    await expectRefused(await call(ADD, { method: 'POST', body: '', headers }), 400, /./)
  })

  test('stores nothing when a client disconnects during or between files', async () => {
    const { payload, headers } = formOf(
      ['sectionName', 'School'],
      file(await jpegOfBytes(90_000)),
      file(await jpegOfBytes(90_000)),
    )
    const staged = () => readdir(`${here.config.dataDir}/tmp`)
    for (const at of [300, 50_000, 90_300, 90_400, 150_000, payload.length - 10]) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `POST ${ADD} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${staff.bearer.authorization}\r\n` +
          `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
      )
      await new Promise((written) => socket.write(payload.subarray(0, at), written))
      // Waits until the server has created a staged file.
      if (at > 1000) await expect.poll(staged).not.toEqual([])
      socket.resetAndDestroy()
      await expect.poll(staged).toEqual([])
    }
  })

  test('refuses an invalid file while the client is still sending', async () => {
    const bad = Buffer.concat([Buffer.from('no photo'), Buffer.alloc(20 * 1024 * 1024)])
    for (let round = 0; round < 3; round += 1) {
      const { payload, headers } = formOf(['sectionName', 'School'], file(bad, 'bad.jpg'), file(bad))
      // Streamed without a content length, because a length this large is refused at once.
      const { body } = new Response(new Uint8Array(payload))
      await expectRefused(await call(ADD, { method: 'POST', body, headers, duplex: 'half' }), 415, /“bad\.jpg”/)
    }
  })

  test('refuses an invalid or unknown photo id', async () => {
    const { payload, headers } = formOf(['title', 'x'], file(image, 'a.jpg', 'image'))
    const ids = [
      '1',
      'undefined',
      '%00',
      "'%20or%20'1'='1",
      'f'.repeat(24),
      'F'.repeat(24),
      '..%2f..%2fetc',
      'é'.repeat(90),
    ]
    for (const id of ids) {
      const url = `/api/galleryphoto/School/${id}`
      await expectRefused(
        await call(url, { method: 'PUT', body: new Uint8Array(payload), headers }),
        404,
        /no such photo/,
      )
      await expectRefused(await call(url, { method: 'DELETE' }), 404, /no such photo/)
    }
  })

  test('refuses an unknown gallery in the path', async () => {
    for (const section of ['Kitchen', 'constructor', '%00', 'Gallery']) {
      const url = `/api/galleryphoto/${section}`
      await expectRefused(await call(url, {}), 404, /no such gallery/)
      await expectRefused(await call(`${url}/${'a'.repeat(24)}`, { method: 'DELETE' }), 404, /no such gallery/)
    }
  })

  test('refuses a caller without a valid session', async () => {
    const { payload, headers } = formOf(['sectionName', 'School'], file())
    const nobody = { ...staff, bearer: { authorization: 'Bearer nonsense' } }
    await expectRefused(await call(ADD, { method: 'POST', body: new Uint8Array(payload), headers }, nobody), 401, /./)
  })
})
