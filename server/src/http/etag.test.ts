import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { anyDatabase } from '../testing/databases.ts'
import { buildEvent } from '../testing/factories.ts'
import { suiteServer } from '../testing/test-app.ts'

const SITE = 'https://www.example.org'
const PUBLIC_READS = ['/api/galleryphoto/School', '/api/event', '/api/homevideo/getvideo']

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { SITE_ORIGINS: SITE } })
  let app: FastifyInstance
  let queries = 0
  beforeAll(async () => {
    const counted = server.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Prepared queries reach only this hook, not transformQuery.
      transformResult: async ({ result }) => {
        queries += 1
        return result
      },
    })
    app = await buildApp({ ...server, db: counted })
    const now = new Date().toISOString()
    const path = `/media/aa/${'b'.repeat(30)}`
    const text = { description: 'शाम', created_at: now }
    await server.db
      .insertInto('photos')
      .values({ id: 'a', section_name: 'School', title: 'A', path: `${path}.jpg`, ...text })
      .execute()
    await server.db
      .insertInto('home_videos')
      .values({ id: 'a', title: 'A', path: `${path}.mp4`, ...text })
      .execute()
    await server.db
      .insertInto('pictures')
      .values({ path: `${path}.jpg`, width: 900, height: 600, widths: '[400,800]' })
      .execute()
    await buildEvent(server.db, { image_path: `${path}.jpg` })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    queries = 0
  })

  const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
  const tagOf = async (url: string) => String((await read(url)).headers.etag)

  describe.each(PUBLIC_READS)('%s', (url) => {
    test('runs one database query per request, also for 304 and HEAD', async () => {
      const answer = await read(url)
      expect(answer.json().data).toHaveLength(1)
      expect(queries).toBe(1)
      expect((await read(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
      expect(queries).toBe(2)
      expect((await read(url, {}, 'HEAD')).statusCode).toBe(200)
      expect(queries).toBe(3)
    })

    test('is revalidated each time and sent only when changed', async () => {
      const answer = await read(url)
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
      })
      expect(await tagOf(url)).toBe(answer.headers.etag)

      const again = await read(url, { 'if-none-match': String(answer.headers.etag) })
      expect(again).toMatchObject({ statusCode: 304, payload: '' })
      expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', etag: answer.headers.etag })
      expect(again.headers).not.toHaveProperty('content-type')
      expect(again.headers).not.toHaveProperty('content-length')
    })

    test('matches any tag in If-None-Match, weak or strong', async () => {
      const tag = await tagOf(url)
      for (const header of [tag, `W/${tag}`, `"x", ${tag}`, `"x",W/"y" , W/${tag},"z"`, '*', ' * ']) {
        expect([header, (await read(url, { 'if-none-match': header })).statusCode]).toEqual([header, 304])
      }
      for (const header of ['', '"x"', 'W/"x"', tag.slice(1, -1), tag.toUpperCase(), `"${tag.slice(1, -1)}x"`, '"*"']) {
        expect([header, (await read(url, { 'if-none-match': header })).statusCode]).toEqual([header, 200])
      }
    })

    test('returns the headers of GET for HEAD, without a body', async () => {
      const [whole, head] = [await read(url), await read(url, {}, 'HEAD')]
      expect(head).toMatchObject({ statusCode: 200, payload: '' })
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
      }
      const notModified = await read(url, { 'if-none-match': String(whole.headers.etag) }, 'HEAD')
      expect(notModified).toMatchObject({ statusCode: 304, payload: '', headers: { etag: whole.headers.etag } })
    })

    test('is readable from the public site, also with 304', async () => {
      const etag = await tagOf(url)
      for (const headers of [{ origin: SITE }, { origin: SITE, 'if-none-match': etag }]) {
        const answer = await read(url, headers)
        expect(answer.headers).toMatchObject({ 'access-control-allow-origin': SITE, etag })
        expect(answer.headers.vary).toMatch(/\bOrigin\b/)
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      }
      const foreign = await read(url, { origin: 'https://evil.example', 'if-none-match': etag })
      expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
    })
  })

  test('a changed list gets a new tag', async () => {
    const before = await tagOf('/api/event')
    await buildEvent(server.db)
    const answer = await read('/api/event', { 'if-none-match': before })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toHaveLength(2)
    expect(answer.headers.etag).not.toBe(before)
  })

  test('sends no-store and no ETag with failures, private responses and health', async () => {
    const { bearer } = await server.signIn('superadmin')
    for (const answer of [
      await read('/api/galleryphoto/Temple', { 'if-none-match': '*' }),
      await read('/api/nothing', { 'if-none-match': '*' }),
      await read('/api/admin/me', { 'if-none-match': '*', ...bearer }),
      await read('/api/health', { 'if-none-match': '*' }),
      await read('/api/ready', { 'if-none-match': '*' }),
    ]) {
      expect(answer.statusCode).not.toBe(304)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })
})
