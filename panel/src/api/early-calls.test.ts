import { logout } from '@sevadesk/contract/accounts/session.ts'
import { listEvents } from '@sevadesk/contract/content/event.ts'
import { expect, test, vi } from 'vitest'
import { refuseConnections, respondWith } from '../../testing/backend.ts'
import { call } from './call.ts'
import { dropEarlyRequests, sendEarly } from './early-calls.ts'
import { endpointUrl } from './endpoint-url.ts'
import { acceptSessionMark, announceSession, readSessionMark } from './identity/session-mark.ts'

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

test('a call repeats a failed early request', async () => {
  await refuseConnections()
  const failed = endpointUrl(listEvents, {})
  sendEarly(failed, {})
  await respondWith({ 'GET /event': [200, [{ title: 'Mela' }]] })
  expect(await call(listEvents, {})).toEqual([{ title: 'Mela' }])
})

test('a call does not use the early response of an earlier session', async () => {
  const requests = await sendEvents()
  announceSession('login')
  acceptSessionMark(readSessionMark())
  expect(await call(listEvents, {})).toEqual([{ title: 'Mela' }])
  expect(requests).toHaveBeenCalledTimes(2)
})

test('dropping the early requests aborts them', async () => {
  const requests = await sendEvents()
  const sent = requests.mock.calls[0]?.[1]
  dropEarlyRequests()
  expect(sent?.signal?.aborted).toBe(true)
})

test('an aborted call aborts its early request', async () => {
  const requests = await sendEvents()
  const controller = new AbortController()
  const response = call(listEvents, {}, { signal: controller.signal })
  controller.abort()
  await expect(response).rejects.toMatchObject({ name: 'AbortError' })
  expect(requests.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
})
