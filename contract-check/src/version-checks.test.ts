import { updateEvent } from '@sevadesk/contract/content/event.ts'
import { expect, test } from 'vitest'
import type { BackendClient } from './backend-client.ts'
import { checkVersions } from './version-checks.ts'

const BEFORE = { _id: 'e1', version: 1 }
const CONFLICT = { success: false, code: 'version_conflict', current: { _id: 'e1', version: 2 } }

function check(status: number, body: unknown, before: Record<string, unknown> = BEFORE) {
  const call: BackendClient['call'] = async (_method, _path, options) => {
    expect(options?.headers).toEqual({ 'if-match': '"1"' })
    return { status, headers: new Headers(), text: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const client: BackendClient = { host: '', call, fetchHead: () => Promise.reject(new Error('not needed')) }
  return checkVersions(client, {}, { call: { endpoint: updateEvent, path: '/event/e1', options: {} }, before })
}

test('accepts a refusal with the current record', async () => {
  expect(await check(412, CONFLICT)).toEqual([])
})

test.each([
  ['a save from an older version that succeeds', 200, { success: true }, BEFORE],
  ['another code', 412, { ...CONFLICT, code: 'conflict' }, BEFORE],
  ['a refusal without the record', 412, { ...CONFLICT, current: undefined }, BEFORE],
  ['the record as it was', 412, { ...CONFLICT, current: BEFORE }, BEFORE],
  ['a record without a version', 412, CONFLICT, { _id: 'e1' }],
])('reports %s', async (_name, status, body, before) => {
  expect(await check(status, body, before)).toHaveLength(1)
})
