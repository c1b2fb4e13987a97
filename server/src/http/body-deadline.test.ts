import { beforeAll, expect, test } from 'vitest'
import { sampleImage } from '../testing/files/sample-images.ts'
import { storedFiles } from '../testing/files/stored-files.ts'
import { formOf } from '../testing/requests/forms.ts'
import { formHead, openRaw, sendRaw } from '../testing/requests/raw-connection.ts'
import { suiteServer } from '../testing/test-app.ts'

const server = suiteServer({ bodyDeadlineMs: 200 })
beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))

const halfOf = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n{"user`

test('returns 408 when the body of a sign-in stays incomplete', async () => {
  const answer = await sendRaw(server, halfOf('/api/admin/login', 'application/json'))
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: 'timeout' })
})

test.each([
  ['/api/galleryphoto/addPhoto', 'multipart/form-data; boundary=x', 401],
  ['/api/admin/login', 'text/plain', 415],
  ['/%ZZ', 'application/json', 400],
])('closes the connection of a refused incomplete request: %s', async (path, type, status) => {
  const answer = await sendRaw(server, halfOf(path, type))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.match(/HTTP\/1\.1 \d+ /g)).toHaveLength(1)
})

test('does not limit the time of an allowed upload', async () => {
  const { bearer } = await server.signIn('superadmin')
  const image = await sampleImage('jpeg')
  const { payload, headers } = formOf(['sectionName', 'School'], { field: 'images', name: 'cow.jpg', bytes: image })
  const all = { connection: 'close', ...bearer, ...headers }
  const head = formHead({ path: '/api/galleryphoto/addPhoto', headers: all, bytes: payload.length })
  const half = payload.length - 100
  const { socket, closed } = openRaw(server, head, payload.subarray(0, half))
  await expect.poll(() => storedFiles(server.config.dataDir)).toHaveLength(1)
  // This later request times out, so the deadline of the upload has passed too.
  await sendRaw(server, halfOf('/api/admin/login', 'application/json'))
  socket.write(payload.subarray(half))
  expect(await closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('does not limit the time of a retried upload', async () => {
  const { bearer } = await server.signIn('superadmin')
  const key = 'ab'.repeat(16)
  const { payload, headers } = formOf(['title', 'Mela'], ['description', 'x'.repeat(1000)])
  const all = { ...headers, ...bearer, 'idempotency-key': key }
  await server.post('/event/addevent', payload, all)
  const head = formHead({ path: '/api/event/addevent', headers: all, bytes: payload.length })
  const { socket, received, closed } = openRaw(server, head)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  // Five later requests time out, so MAX_FORM_INTERVALS of the upload have passed too.
  for (let round = 0; round < 5; round += 1) await sendRaw(server, halfOf('/api/admin/login', 'application/json'))
  socket.write(payload)
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect((await closed()).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})
