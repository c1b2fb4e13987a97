import { listEvents } from '@sevadesk/contract/event.ts'
import { logout } from '@sevadesk/contract/session.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { refuseConnections, respondWith } from '../../testing/backend.ts'
import { call } from './call.ts'
import { sendEarly } from './early-calls.ts'
import { endpointUrl } from './endpoint-url.ts'

afterEach(() => vi.restoreAllMocks())

async function sendEvents() {
  await respondWith({ 'GET /event': [200, [{ title: 'Mela' }]], 'POST /admin/logout': [200, ''] })
  const requests = vi.spyOn(window, 'fetch')
  sendEarly(endpointUrl(listEvents, {}), {})
  return requests
}

test('a call takes the early response instead of sending a request, once', async () => {
  const requests = await sendEvents()
  expect(await call(listEvents, {})).toEqual([{ title: 'Mela' }])
  expect(requests).toHaveBeenCalledTimes(1)
  await call(listEvents, {})
  expect(requests).toHaveBeenCalledTimes(2)
})

test('an early response is not used after a change', async () => {
  const requests = await sendEvents()
  await call(logout, {})
  await call(listEvents, {})
  expect(requests).toHaveBeenCalledTimes(3)
})

test('a failed early request fails the call that takes it, and the next call asks again', async () => {
  await refuseConnections()
  sendEarly(endpointUrl(listEvents, {}), {})
  await expect(call(listEvents, {})).rejects.toMatchObject({ kind: 'network' })
})

test('an aborted call does not use its early response', async () => {
  await sendEvents()
  const controller = new AbortController()
  const response = call(listEvents, {}, { signal: controller.signal })
  controller.abort()
  await expect(response).rejects.toMatchObject({ name: 'AbortError' })
})
