import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOrder, fetchPayment, isOutage, RazorpayError } from './razorpay-client.ts'

const HALF_RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id": '

const sockets: Socket[] = []
const server = createServer()
afterEach(() => {
  server.close()
  for (const socket of sockets) socket.destroy()
})

test('gives up after ten seconds on a server that does not respond, or stops within a response', async () => {
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      if (String(request).startsWith('GET')) socket.write(HALF_RESPONSE)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { keyId: 'key', keySecret: 'secret', webhookSecrets: [], apiUrl }
  const calls = [createOrder(account, { amount: 100, currency: 'INR', reference: 'a' }), fetchPayment(account, 'pay_1')]
  for (const result of await Promise.allSettled(calls)) {
    const reason = result.status === 'rejected' ? result.reason : undefined
    expect(reason).toBeInstanceOf(RazorpayError)
    expect([isOutage(reason), reason.message]).toEqual([
      true,
      expect.stringMatching(/^Razorpay did not respond to .*timeout/),
    ])
  }
})
