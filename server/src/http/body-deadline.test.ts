import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleImage } from '../testing/files/sample-images.ts'
import { storedFiles } from '../testing/files/stored-files.ts'
import { formOf } from '../testing/requests/forms.ts'
import { connectTo, sendRaw } from '../testing/requests/raw-connection.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ bodyDeadlineMs: 200 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

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
  const socket = connectTo(server)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(
    'POST /api/galleryphoto/addPhoto HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
      `authorization: ${bearer.authorization}\r\ncontent-type: ${headers['content-type']}\r\n` +
      `content-length: ${payload.length}\r\n\r\n`,
  )
  const half = payload.length - 100
  socket.write(payload.subarray(0, half))
  await expect.poll(() => storedFiles(server.config.dataDir)).toHaveLength(1)
  // This later request times out, so the deadline of the upload has passed too.
  await sendRaw(server, halfOf('/api/admin/login', 'application/json'))
  socket.write(payload.subarray(half))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

test('does not limit the time of a retried upload', async () => {
  const { bearer } = await server.signIn('superadmin')
  const key = 'ab'.repeat(16)
  const { payload, headers } = formOf(['title', 'Mela'], ['description', 'x'.repeat(1000)])
  const call = { method: 'POST', url: '/api/event/addevent', payload } as const
  await server.app.inject({ ...call, headers: { ...headers, ...bearer, 'idempotency-key': key } })
  const socket = connectTo(server)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(
    `POST ${call.url} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer.authorization}\r\nidempotency-key: ${key}\r\n` +
      `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
  )
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  // Five later requests time out, so MAX_FORM_INTERVALS of the upload have passed too.
  for (let round = 0; round < 5; round += 1) await sendRaw(server, halfOf('/api/admin/login', 'application/json'))
  socket.write(payload)
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})
