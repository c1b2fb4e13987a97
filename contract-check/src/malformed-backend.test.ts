import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { backendAt } from './backend-client.ts'
import { checkBackend as check } from './testing/check-backend.ts'

const NOW = '2026-01-31T10:00:00.000Z'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return port
}

describe('the check of a backend', () => {
  type Handler = (call: string, response: ServerResponse, body: string) => void
  let server: Server
  let url: string
  let handle: Handler = () => {}
  let isSignedIn = false
  let isAuthenticated = false
  const requests: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      const call = `${request.method} ${request.url}`
      requests.push(call)
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        if (call === 'POST /api/admin/login' || call === 'POST /api/admin/logout') isSignedIn = call.endsWith('login')
        isAuthenticated = isSignedIn && Boolean(request.headers.authorization ?? request.headers.cookie)
        handle(call, response, body)
      })
    })
    url = `http://127.0.0.1:${await listening(server)}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const ME = { _id: '1', username: 'checker', email: 'c@example.org', role: 'superadmin', sections: [], createdAt: NOW }
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  /** Responds correctly to everything that `other` does not handle. */
  function answer(other: (...request: Parameters<Handler>) => boolean) {
    requests.length = 0
    handle = (call, response, body) => {
      if (other(call, response, body)) return
      if (call === 'POST /api/admin/login') {
        response.setHeader('set-cookie', 'session=s3cret; HttpOnly; Path=/')
        json(response, { token: 's3cret', message: 'Welcome' })
      } else if (call === 'GET /api/admin/me') json(response, isAuthenticated ? ME : {}, isAuthenticated ? 200 : 401)
      else json(response, { success: true, data: [] })
    }
  }

  function answerTo(expectedCall: string, respond: (response: ServerResponse) => unknown) {
    answer((call, response) => {
      if (call === expectedCall) respond(response)
      return call === expectedCall
    })
  }

  test('shows no difference for a correct backend', async () => {
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
    ['an HTML page', text(PAGE), /Expected JSON, received an HTML page/],
    ['an empty body', text('', 200, 'application/json'), /The response is empty/],
    ['invalid JSON', text('{"success":', 200, 'application/json'), /The response is not JSON/],
    [
      'status 500 with a message',
      (r) => json(r, { message: 'No database' }, 500),
      /returned 500, with the message “No database”/,
    ],
    [
      'success: false with a message',
      (r) => json(r, { success: false, message: 'Not today' }),
      /success: false\), with the message “Not today”/,
    ],
    ['status 404', text('Cannot GET', 404), /There is no such call \(404\)/],
    ['a redirect', (r) => r.writeHead(302, { location: '/login' }).end(), /It redirects to \/login \(302\)/],
    ['an object, not a list', (r) => json(r, { success: true, data: {} }), /data: expected a list, received an object/],
    [
      'an incomplete response',
      (r) => r.writeHead(200, { 'content-length': '100' }).write('{', () => r.destroy()),
      /closed the connection/,
    ],
  ])('reports only the call that returns %s', async (_name, respond, expected) => {
    answerTo('GET /api/event', respond)
    const { isClean, output } = await check(url)
    expect(isClean).toBe(false)
    expect(output).toMatch(/✗ GET \/event\n/)
    expect(output).toMatch(expected)
    expect(output).toContain('1 differ')
  })

  test.each<[string, unknown, RegExp]>([
    ['a bare list', [], /Expected { success: true, data: \[…\] }, received a list/],
    ['null for an empty list', { success: true, data: null }, /data is null, not an empty list/],
    ['a missing success field', { data: [] }, /success is missing/],
  ])('notes %s, which the panel tolerates', async (_name, body, expected) => {
    answerTo('GET /api/event', (response) => json(response, body))
    const { isClean, output } = await check(url)
    expect(isClean).toBe(true)
    expect(output).toMatch(expected)
  })

  test('reports each missing field of an account', async () => {
    answerTo('GET /api/admin', (r) => json(r, { success: true, data: [{ _id: '2', username: 'a', role: 'admin' }] }))
    const { isClean, output } = await check(url)
    expect(isClean).toBe(false)
    for (const field of ['email', 'sections', 'createdAt'])
      expect(output).toMatch(new RegExp(`DIFFERS {2}data\\[\\]\\.${field}: expected .*, received nothing`))
  })

  test.each(['2026-01-31T10:00:00', '2026-01-31', '31 Jan 2026 10:00'])(
    'reports the date %s, which has no time zone',
    async (date) => {
      answerTo('GET /api/admin', (r) => json(r, { success: true, data: [{ ...ME, createdAt: date }] }))
      expect((await check(url)).output).toMatch(
        /DIFFERS {2}data\[\]\.createdAt: expected a date like .*, received the text/,
      )
    },
  )

  test('reports a login response without a cookie, and one without a token', async () => {
    answerTo('POST /api/admin/login', (response) => json(response, { token: 't' }))
    expect((await check(url)).output).toMatch(/DIFFERS {2}Set-Cookie: expected a session cookie, received none/)
    answerTo('POST /api/admin/login', (response) => {
      response.setHeader('set-cookie', 'session=s')
      json(response, { message: 'Welcome' })
    })
    expect((await check(url)).output).toMatch(/DIFFERS {2}token: expected text, received nothing/)
  })

  test('reports pictures on an untrusted host and missing pictures', async () => {
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
    const { output } = await check(url)
    expect(output).toMatch(/does not follow the stored path “https:\/\/elsewhere\.example\/a\.jpg”/)
    expect(output).toMatch(/at http:\/\/127\.0\.0\.1:\d+\/uploads\/a\.jpg returned 404/)
  })

  test('requests pictures from the addresses that the panel uses', async () => {
    const photo = (imageUrl: string) => ({ ...ME, title: 'a', description: '', sectionName: 'School', imageUrl })
    const stored = { Gaushala: '//uploads/cow #1.jpg', School: `${url}/b.jpg`, EyeHospital: '\\\\uploads\\c.jpg' }
    answer((call, response) => {
      const path = Object.entries(stored).find(([section]) => call.endsWith(`/${section}`))?.[1]
      if (path) json(response, { success: true, data: [photo(path)] })
      return path !== undefined
    })
    const { output } = await check(url)
    expect(requests.filter((call) => !call.includes('/api/'))).toEqual([
      'GET /uploads/cow%20%231.jpg',
      'GET /uploads/c.jpg',
    ])
    expect(output).toContain('/b.jpg”: a complete address must be https')
  })

  test('deletes created records after a failure and names those it cannot delete', async () => {
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
    expect((await check(url, { isWriting: true })).output).not.toContain('the event “')
    expect(events.size).toBe(0)
    mayDelete = false
    const { isClean, output } = await check(url, { isWriting: true })
    expect(isClean).toBe(false)
    expect(output).toMatch(/Left behind, please delete by hand: the event “contract-check-\w+”/)
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['was added but is in no list', (response) => json(response, { success: true })],
    ['was added without a response', (response) => response.destroy()],
    ['may have been added before a gateway timeout', (response) => json(response, {}, 504)],
  ])('names a record that %s', async (_name, add) => {
    answerTo('POST /api/event/addevent', add)
    const { isClean, output } = await check(url, { isWriting: true })
    expect(isClean).toBe(false)
    expect(output).toMatch(
      /Left behind, please delete by hand: perhaps the event “contract-check-\w+”: it is not in the list/,
    )
    expect(output).not.toContain('are deleted')
  })

  test('names no record after a rejected creation', async () => {
    answer((call, response) => {
      const isAdding = /^POST \/api\/(event|galleryphoto|homevideo|admin\/addadmin)/.test(call)
      if (isAdding) json(response, { success: false }, 400)
      return isAdding
    })
    expect((await check(url, { isWriting: true })).output).not.toContain('Left behind')
  })

  test('uses a new password for each created account', async () => {
    const passwords: string[] = []
    answer((call, _response, body) => {
      if (call === 'POST /api/admin/addadmin') passwords.push(String(JSON.parse(body).password))
      return false
    })
    await check(url, { isWriting: true })
    await check(url, { isWriting: true })
    expect(new Set(passwords).size).toBe(2)
  })

  test('reports a stopped check as incomplete', async () => {
    const stop = new AbortController()
    answer((call) => {
      if (call === 'GET /api/event') stop.abort()
      return false
    })
    const { isClean, output } = await check(url, { stop: stop.signal })
    expect(isClean).toBe(false)
    expect(output).toContain('The check was stopped before its end.')
    expect(output).toContain('POST /admin/logout')
  })
})

describe('an unusable backend address', () => {
  test.each([
    ['ftp://example.org', /is not a backend's address/],
    ['not an address', /is not a backend's address/],
    ['https://name:secret@example.org', /Remove the name and password from the address/],
  ])('rejects %s', async (address, expected) => {
    await expect(check(address)).rejects.toThrow(expected)
  })

  test('reports a closed port and a server without https', async () => {
    const port = await freePort()
    await expect(check(`http://127.0.0.1:${port}`)).rejects.toThrow(
      `Could not reach 127.0.0.1:${port}: nothing listens there`,
    )
    const plain = createServer((_request, response) => response.end())
    const open = await listening(plain)
    await expect(check(`https://127.0.0.1:${open}`)).rejects.toThrow('does not speak https')
    plain.close()
  })

  test.each(['ENOTFOUND', 'EAI_AGAIN'])('reports an unknown host name (%s)', async (code) => {
    const unknown = Object.assign(new Error(`getaddrinfo ${code} nowhere.invalid`), { code })
    const request = () => Promise.reject(new TypeError('fetch failed', { cause: unknown }))
    const client = backendAt('http://nowhere.invalid', { timeoutMs: 1000, request })
    await expect(client.call('GET', '/event')).rejects.toThrow(/^Could not reach nowhere\.invalid: the host name/)
  })

  test('reports a timeout', async () => {
    const silent = createServer(() => {})
    const url = `http://127.0.0.1:${await listening(silent)}`
    await expect(check(url, { timeoutMs: 50 })).rejects.toThrow(/did not respond within 0\.05 s/)
    silent.closeAllConnections()
    silent.close()
  })
})
