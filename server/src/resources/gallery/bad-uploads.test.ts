import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import type { Failure } from '@sevadesk/contract/base/envelope-schemas.ts'
import { PHOTO_TITLE_MAX } from '@sevadesk/contract/content/gallery-schemas.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { jpegOfBytes, sampleImage } from '../../testing/files/sample-images.ts'
import { storedFiles } from '../../testing/files/stored-files.ts'
import { type FormPart, formOf } from '../../testing/requests/forms.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const LIMIT = 100_000
const ADD = '/api/galleryphoto/addPhoto'

anyDatabase((engine) => {
  let here: TestApp
  let staff: TestSession
  let image: Buffer
  let port: number
  beforeAll(async () => {
    here = await testApp({ engine, env: { PHOTO_MAX_MB: String(LIMIT / 1024 / 1024), PHOTO_MAX_FILES: '50' } })
    staff = await here.signIn(['Gallery'])
    image = await sampleImage('jpeg')
    await here.app.listen({ port: 0, host: '127.0.0.1' })
    port = (here.app.server.address() as AddressInfo).port
  })
  afterAll(() => here.close())
  afterEach(expectNothingStored)

  /** Expects no row and no stored, staged or pending file, and that the server still responds. */
  async function expectNothingStored() {
    const { config, db } = here
    const [photos, pending] = await Promise.all([
      db.selectFrom('photos').selectAll().execute(),
      db.selectFrom('pending_files').selectAll().execute(),
    ])
    const files = await storedFiles(config.dataDir)
    expect({ photos, pending, files }).toEqual({ photos: [], pending: [], files: [] })
    expect((await fetch(`http://127.0.0.1:${port}/api/galleryphoto/School`)).status).toBe(200)
  }

  const file = (bytes: Uint8Array, name = 'cow.jpg', field = 'images'): FormPart => ({ field, name, bytes })
  const call = (url: string, options: RequestInit & { duplex?: 'half' }, session = staff) =>
    fetch(`http://127.0.0.1:${port}${url}`, {
      ...options,
      headers: { ...(options.headers as Record<string, string>), ...session.bearer },
    })
  const add = (...parts: FormPart[]) => {
    const { payload, headers } = formOf(['sectionName', 'School'], ...parts)
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

  test('refuses text that is sent as a photo', async () => {
    const text = Buffer.from('Dear Sir or Madam, '.repeat(200))
    await expectRefused(await add(file(text, 'notes.jpg')), 415, /“notes\.jpg” is not a photo/)
  })
  test('refuses an SVG whatever its file extension', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>')
    await expectRefused(await add(file(svg, 'logo.svg')), 415, /“logo\.svg”/)
    await expectRefused(await add(file(svg, 'logo.png')), 415, /“logo\.png”/)
  })
  test('refuses an empty file', async () => {
    await expectRefused(await add(file(Buffer.alloc(0), 'empty.jpg')), 400, /“empty\.jpg” is empty/)
  })
  test('refuses a truncated JPEG', async () => {
    await expectRefused(
      await add(file(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'magic.jpg')),
      415,
      /“magic\.jpg” is damaged/,
    )
  })
  test('refuses a file that exceeds the limit by one byte or by far', async () => {
    await expectRefused(
      await add(file(await jpegOfBytes(LIMIT + 1), 'big.jpg')),
      413,
      /“big\.jpg” is too large\. A photo can be at most 0\.095 MB/,
    )
    await expectRefused(await add(file(await jpegOfBytes(50 * LIMIT), 'huge.jpg')), 413, /“huge\.jpg”/)
  })
  test('refuses a batch with an invalid file at any position', async () => {
    const bad = file(Buffer.from('no photo'), 'bad.jpg')
    for (const files of [
      [bad, file(image), file(image)],
      [file(image), bad, file(image)],
      [file(image), file(image), bad],
    ]) {
      await expectRefused(await add(...files), 415, /“bad\.jpg”/)
    }
  })
  test('refuses too many files', async () => {
    await expectRefused(await add(...Array.from({ length: 51 }, () => file(image))), 413, /at most 50 photos/)
    await expectRefused(await add(...Array.from({ length: 200 }, () => file(image))), 413, /at most 50 photos/)
  })
  test('refuses a missing or empty file field', async () => {
    await expectRefused(await add(), 400, /choose at least one photo/)
    await expectRefused(await add(file(Buffer.alloc(0), '')), 400, /choose at least one photo/)
  })
  test('refuses a file in an unknown field', async () => {
    await expectRefused(
      await add(file(image), file(image, 'other.jpg', 'attachment')),
      400,
      /“other\.jpg” was sent in a field/,
    )
  })
  test('names a refused file without folders, control characters or excess length', async () => {
    const text = Buffer.from('no photo')
    await expectRefused(await add(file(text, 'गाय की फोटो.jpg')), 415, /“गाय की फोटो\.jpg”/)
    await expectRefused(await add(file(text, '../../../etc/passwd')), 415, /“passwd”/)
    await expectRefused(await add(file(text, `${'a'.repeat(5000)}.jpg`)), 415, /“a{60}…a+\.jpg”/)
    await expectRefused(await add(file(text, 'a\u202Egpj.exe\u0007')), 415, /“agpj\.exe”/)
  })
  test('refuses a title or description beyond its limit, before or after the file', async () => {
    const long = 'क'.repeat(100_000)
    const sentence = new RegExp(`Title can have at most ${PHOTO_TITLE_MAX} characters`)
    await expectRefused(await add(['title', long], file(image)), 400, sentence)
    await expectRefused(await add(file(image), ['title', 'a'.repeat(PHOTO_TITLE_MAX + 1)]), 400, sentence)
    await expectRefused(await add(file(image), ['description', long]), 400, /Description can have at most 5000/)
  })
  test('refuses a title with a null character or of type application/json', async () => {
    await expectRefused(await add(['title', 'a\0b'], file(image)), 400, /Title contains a character/)
    for (const json of ['{"a":1}', 'null', '7']) {
      const title = ['title', json, 'application/json'] as const
      await expectRefused(await add(title, file(image)), 400, /^Title must be text\.$/)
    }
  })
  test('refuses an unknown or missing gallery', async () => {
    const send = (...parts: FormPart[]) => {
      const { payload, headers } = formOf(...parts)
      return call(ADD, { method: 'POST', body: new Uint8Array(payload), headers })
    }
    await expectRefused(await send(['sectionName', 'Kitchen'], file(image)), 400, /one of the galleries/)
    await expectRefused(await send(file(image), ['sectionName', '__proto__']), 400, /one of the galleries/)
    await expectRefused(await send(file(image)), 400, /Section name is required/)
    await expectRefused(await send(['__proto__', 'x'], ['constructor', 'x'], file(image)), 400, /./)
  })
  test('refuses hundreds of unknown fields', async () => {
    const fields = Array.from({ length: 300 }, (_, at): FormPart => [`field-${at}`, 'x'])
    await expectRefused(await add(...fields, file(image)), 413, /too many fields/)
  })

  test('refuses a content type other than multipart/form-data, or none', async () => {
    const { payload } = formOf(['sectionName', 'School'], file(image))
    for (const type of [
      'application/json',
      'text/plain',
      'image/jpeg',
      'application/x-www-form-urlencoded',
      'multipart/mixed',
    ]) {
      const answer = await call(ADD, {
        method: 'POST',
        body: new Uint8Array(payload),
        headers: { 'content-type': type },
      })
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
    const { payload } = formOf(['sectionName', 'School'], file(image))
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
    ]) {
      const answer = await call(ADD, {
        method: 'POST',
        body: new Uint8Array(payload),
        headers: { 'content-type': type },
      })
      await expectRefused(answer, 400, /was interrupted or is incomplete/)
    }
  })
  test('refuses a form truncated at any point', async () => {
    const { payload, headers } = formOf(['sectionName', 'School'], ['title', 'x'], file(image), file(image))
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
    for (const id of [
      '1',
      'undefined',
      '%00',
      "'%20or%20'1'='1",
      'f'.repeat(24),
      'F'.repeat(24),
      '..%2f..%2fetc',
      'é'.repeat(90),
    ]) {
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
    const { payload, headers } = formOf(['sectionName', 'School'], file(image))
    const nobody = { ...staff, bearer: { authorization: 'Bearer nonsense' } }
    await expectRefused(await call(ADD, { method: 'POST', body: new Uint8Array(payload), headers }, nobody), 401, /./)
  })
})
