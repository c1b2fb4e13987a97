import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkForTest as check } from '@sevadesk/server/testing/check-backend.ts'
import { freePort } from '@sevadesk/server/testing/server-process.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backendAt } from './backend-client.ts'

const NOW = '2026-01-31T10:00:00.000Z'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return port
}

describe('a bent backend', () => {
  type Handler = (call: string, response: ServerResponse, body: string) => void
  let bent: Server
  let url: string
  let handle: Handler = () => {}
  let isSignedIn = false
  /** Whether the request that is answered shows a session that is open. */
  let isKnown = false
  const requests: string[] = []
  beforeAll(async () => {
    bent = createServer((request, response) => {
      const call = `${request.method} ${request.url}`
      requests.push(call)
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        if (call === 'POST /api/admin/login' || call === 'POST /api/admin/logout') isSignedIn = call.endsWith('login')
        isKnown = isSignedIn && Boolean(request.headers.authorization ?? request.headers.cookie)
        handle(call, response, body)
      })
    })
    url = `http://127.0.0.1:${await listening(bent)}`
  })
  afterAll(() => {
    bent.closeAllConnections()
    bent.close()
  })

  const ME = { _id: '1', username: 'checker', email: 'c@example.org', role: 'superadmin', sections: [], createdAt: NOW }
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  /** Everything as it should be, but for what `other` answers itself. */
  function answer(other: (...asked: Parameters<Handler>) => boolean) {
    requests.length = 0
    handle = (call, response, body) => {
      if (other(call, response, body)) return
      if (call === 'POST /api/admin/login') {
        response.setHeader('set-cookie', 'session=s3cret; HttpOnly; Path=/')
        json(response, { token: 's3cret', message: 'Welcome' })
      } else if (call === 'GET /api/admin/me') json(response, isKnown ? ME : {}, isKnown ? 200 : 401)
      else json(response, { success: true, data: [] })
    }
  }

  function answerTo(wanted: string, bend: (response: ServerResponse) => unknown) {
    answer((call, response) => {
      if (call === wanted) bend(response)
      return call === wanted
    })
  }

  test('that is right shows no difference', async () => {
    answer(() => false)
    expect(await check(url)).toMatchObject({ isClean: true })
    expect(requests.filter((call) => !call.startsWith('GET '))).toEqual([
      'POST /api/admin/login',
      'POST /api/admin/logout',
    ])
  })

  const PAGE = '<!doctype html><title>Welcome to our trust</title>'
  const text =
    (body: string, status = 200, type = 'text/html') =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body)
  test.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ['a page of HTML', text(PAGE), /A page of HTML came where JSON was expected/],
    ['an empty body', text('', 200, 'application/json'), /The answer is empty/],
    ['no JSON', text('{"success":', 200, 'application/json'), /The answer is not JSON/],
    [
      'a failure with a message',
      (r) => json(r, { message: 'No database' }, 500),
      /answers 500, with the message “No database”/,
    ],
    [
      'a flag that says no',
      (r) => json(r, { success: false, message: 'Not today' }),
      /success: false\), with the message “Not today”/,
    ],
    ['no such call', text('Cannot GET', 404), /There is no such call here \(404\)/],
    ['another address', (r) => r.writeHead(302, { location: '/login' }).end(), /It leads on to \/login \(302\)/],
    ['an object for a list', (r) => json(r, { success: true, data: {} }), /data: expected a list, came an object/],
    [
      'half an answer',
      (r) => r.writeHead(200, { 'content-length': '100' }).write('{', () => r.destroy()),
      /broke the connection off/,
    ],
  ])('answers %s to one call: that call differs and the others do not', async (_what, bend, expected) => {
    answerTo('GET /api/event', bend)
    const { isClean, said } = await check(url)
    expect(isClean).toBe(false)
    expect(said).toMatch(/✗ GET \/event\n/)
    expect(said).toMatch(expected)
    expect(said).toContain('Events Management says “Failed to fetch events”')
    expect(said).toContain('1 differ')
  })

  test.each<[string, unknown, RegExp]>([
    ['a bare list', [], /A bare list came/],
    ['null for an empty list', { success: true, data: null }, /data is null where an empty list was expected/],
    ['no flag', { data: [] }, /The field success is missing/],
  ])('answers %s: a note, since the panel makes up for it', async (_what, body, expected) => {
    answerTo('GET /api/event', (response) => json(response, body))
    const { isClean, said } = await check(url)
    expect(isClean).toBe(true)
    expect(said).toMatch(expected)
  })

  test('lists accounts without what an edit would send back: each field differs', async () => {
    answerTo('GET /api/admin', (r) => json(r, { success: true, data: [{ _id: '2', username: 'a', role: 'admin' }] }))
    const { isClean, said } = await check(url)
    expect(isClean).toBe(false)
    for (const field of ['email', 'sections', 'createdAt'])
      expect(said).toMatch(new RegExp(`DIFFERS {2}data\\[\\]\\.${field}: expected .*, came nothing`))
  })

  test.each(['2026-01-31T10:00:00', '2026-01-31', '31 Jan 2026 10:00'])(
    'dates an account %s: no zone',
    async (date) => {
      answerTo('GET /api/admin', (r) => json(r, { success: true, data: [{ ...ME, createdAt: date }] }))
      expect((await check(url)).said).toMatch(/DIFFERS {2}data\[\]\.createdAt: expected a date like .*, came the text/)
    },
  )

  test('keeps no cookie, or gives no token: half of the browsers cannot work', async () => {
    answerTo('POST /api/admin/login', (response) => json(response, { token: 't' }))
    expect((await check(url)).said).toMatch(/DIFFERS {2}Set-Cookie: expected a session cookie, came none/)
    answerTo('POST /api/admin/login', (response) => {
      response.setHeader('set-cookie', 'session=s')
      json(response, { message: 'Welcome' })
    })
    expect((await check(url)).said).toMatch(/DIFFERS {2}token: expected text, came nothing/)
  })

  test('lets a picture lead to another host, and one to nothing', async () => {
    const photo = (imageUrl: string) => ({
      _id: '1',
      title: 'a',
      description: '',
      sectionName: 'School',
      createdAt: NOW,
      imageUrl,
    })
    answer((call, response) => {
      if (call.endsWith('/School')) json(response, { success: true, data: [photo('https://elsewhere.example/a.jpg')] })
      else if (call.endsWith('/Gaushala')) json(response, { success: true, data: [photo('uploads/a.jpg')] })
      else if (call === 'GET /uploads/a.jpg') json(response, {}, 404)
      else return false
      return true
    })
    const { said } = await check(url)
    expect(said).toMatch(/elsewhere\.example\/a\.jpg” is no address that the panel follows/)
    expect(said).toMatch(/at http:\/\/127\.0\.0\.1:\d+\/uploads\/a\.jpg answers 404/)
  })

  test('has pictures looked for where the panel would', async () => {
    const photo = (imageUrl: string) => ({ ...ME, title: 'a', description: '', sectionName: 'School', imageUrl })
    const stored = { Gaushala: '//uploads/cow #1.jpg', School: `${url}/b.jpg`, EyeHospital: '\\\\uploads\\c.jpg' }
    answer((call, response) => {
      const path = Object.entries(stored).find(([section]) => call.endsWith(`/${section}`))?.[1]
      if (path) json(response, { success: true, data: [photo(path)] })
      return path !== undefined
    })
    const { said } = await check(url)
    expect(requests.filter((call) => !call.includes('/api/'))).toEqual([
      'GET /uploads/cow%20%231.jpg',
      'GET /uploads/c.jpg',
    ])
    expect(said).toContain('/b.jpg” is no address that the panel follows: a whole one must be https')
  })

  test('fails in the middle of a trial: what was made is deleted, and what cannot be is named', async () => {
    const events = new Map<string, string>()
    let mayDelete = true
    answer((call, response, body) => {
      if (call === 'GET /api/event')
        json(response, { success: true, data: [...events].map(([_id, title]) => ({ _id, title })) })
      else if (call === 'POST /api/event/addevent') {
        events.set('e1', /contract-check-\w+/.exec(body)?.[0] ?? '')
        json(response, { success: true })
      } else if (call === 'PUT /api/event/e1') response.destroy()
      else if (call === 'DELETE /api/event/e1') json(response, { success: mayDelete && events.delete('e1') })
      else return false
      return true
    })
    expect((await check(url, { isWriting: true })).said).not.toContain('the event “')
    expect(events.size).toBe(0)
    mayDelete = false
    const { isClean, said } = await check(url, { isWriting: true })
    expect(isClean).toBe(false)
    expect(said).toMatch(/Left behind, please delete by hand: the event “contract-check-\w+”/)
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['added and in no list', (response) => json(response, { success: true })],
    ['added, and the answer got lost', (response) => response.destroy()],
    ['perhaps added, by a gateway that had to wait too long', (response) => json(response, {}, 504)],
  ])('has a record that was %s: it is named', async (_what, add) => {
    answerTo('POST /api/event/addevent', add)
    const { isClean, said } = await check(url, { isWriting: true })
    expect(isClean).toBe(false)
    expect(said).toMatch(/Left behind, please delete by hand: perhaps the event “contract-check-\w+”: no list shows it/)
    expect(said).not.toContain('has been deleted again')
  })

  test('that refuses to add has nothing left behind', async () => {
    answer((call, response) => {
      const isAdding = /^POST \/api\/(event|galleryphoto|homevideo|admin\/addadmin)/.test(call)
      if (isAdding) json(response, { success: false }, 400)
      return isAdding
    })
    expect((await check(url, { isWriting: true })).said).not.toContain('Left behind')
  })

  test('is given another password for the account of each trial', async () => {
    const passwords: string[] = []
    answer((call, _response, body) => {
      if (call === 'POST /api/admin/addadmin') passwords.push(String(JSON.parse(body).password))
      return false
    })
    await check(url, { isWriting: true })
    await check(url, { isWriting: true })
    expect(new Set(passwords).size).toBe(2)
  })

  test('is not said to be right when it was stopped', async () => {
    const stop = new AbortController()
    answer((call) => {
      if (call === 'GET /api/event') stop.abort()
      return false
    })
    const { isClean, said } = await check(url, { stop: stop.signal })
    expect(isClean).toBe(false)
    expect(said).toContain('It was stopped: what stands above is all that was looked at.')
    expect(said).not.toContain('none differs')
    expect(said).toContain('POST /admin/logout')
  })
})

describe('an address where no backend is', () => {
  test.each([
    ['ftp://example.org', /is no address of a backend/],
    ['not an address', /is no address of a backend/],
    ['https://name:secret@example.org', /Leave name and password out of the address/],
  ])('%s', async (address, expected) => {
    await expect(check(address)).rejects.toThrow(expected)
  })

  test('where nothing listens, or https is not spoken', async () => {
    const port = await freePort()
    await expect(check(`http://127.0.0.1:${port}`)).rejects.toThrow(`Nothing listens at 127.0.0.1:${port}`)
    const plain = createServer((_request, response) => response.end())
    const open = await listening(plain)
    await expect(check(`https://127.0.0.1:${open}`)).rejects.toThrow('does not speak https')
    plain.close()
  })

  test.each(['ENOTFOUND', 'EAI_AGAIN'])('of a name that nobody knows (%s)', async (code) => {
    const unknown = Object.assign(new Error(`getaddrinfo ${code} nowhere.invalid`), { code })
    const request = () => Promise.reject(new TypeError('fetch failed', { cause: unknown }))
    const client = backendAt('http://nowhere.invalid', { timeoutMs: 1000, request })
    await expect(client.ask('GET', '/event')).rejects.toThrow('There is no host nowhere.invalid: is it spelled right?')
  })

  test('where nobody answers in time', async () => {
    const silent = createServer(() => {})
    const url = `http://127.0.0.1:${await listening(silent)}`
    await expect(check(url, { timeoutMs: 50 })).rejects.toThrow(/No answer came from .* within 0\.05 s/)
    silent.closeAllConnections()
    silent.close()
  })
})
