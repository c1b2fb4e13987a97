import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readSampleSettings } from '@sevadesk/demo/sample-settings.ts'
import { beforeAll, expect, test } from 'vitest'
import { suiteServer, suiteSession } from '../../testing/test-app.ts'
import { tryPicture } from './settings-service.ts'

const here = suiteServer()
const chief = suiteSession(here, 'superadmin')
let content: object
beforeAll(async () => {
  const { logo: _logo, signatory, ...rest } = await readSampleSettings()
  content = { ...rest, signatory: { name: signatory?.name } }
})

const request = { day: '2026-06-01', language: 'en', method: 'online' }
const preview = (given: object = {}, session = chief) =>
  session.post('/settings/preview', { content, ...request, ...given })
const picture = async (given: object = {}) => {
  const answer = await preview(given)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  return answer.body
}

test('draws a receipt by day, language and method, and stores nothing', async () => {
  const pictures = [
    await picture(),
    await picture({ day: '2026-03-31' }),
    await picture({ language: 'hi' }),
    await picture({ method: 'cash' }),
    await picture({ content: { ...content, phone: '1' } }),
  ]
  for (const each of pictures) expect(each).toMatch(/^<svg[^>]* viewBox="0 0 /)
  expect(new Set(pictures).size).toBe(pictures.length)
  expect(await picture()).toBe(pictures[0])
  for (const table of ['trust_settings', 'receipt_settings', 'receipts', 'receipt_series'] as const) {
    expect(await here.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('contains no text and no script of the settings', async () => {
  const drawn = await picture({ content: { ...content, name: '<script>alert(1)</script> #panic("x")' } })
  expect(drawn).not.toMatch(/<script|alert|panic|onload|javascript:/)
})

test.each([
  ['a text that the language lacks', { content: { name: { en: 'x' } }, language: 'hi' }, 'name.hi'],
  ['a day that is none', { day: '2026-13-01' }, 'day'],
  ['a picture of a version that does not exist', { content: { name: 'x', logo: 'version:7' } }, 'logo'],
])('refuses %s at its field', async (_what, given, field) => {
  const answer = await preview(given)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().fields)).toEqual([field])
})

test('prints the pictures of a saved version where the content names it', async () => {
  const svg = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${color}" d="M0 0h9v9z"/></svg>`
  const [logo, signature] = ['#123456', '#654321'].map((color) => {
    return `data:image/svg+xml;base64,${Buffer.from(svg(color)).toString('base64')}`
  })
  const withPictures = (one?: string, two?: string) => ({
    ...content,
    logo: one,
    signatory: { name: 'x', picture: two },
  })
  const payload = { content: withPictures(logo, signature) }
  const saved = await chief.put('/settings', payload)
  expect(saved.json().data.version).toBe(1)
  const named = await picture({ content: withPictures('version:1', 'version:1') })
  expect(named).toBe(await picture(payload))
  expect(named).not.toBe(await picture({ content: withPictures() }))
})

test('tries one picture at a time', async () => {
  const pictures = ['a', 'b', 'c'].map((id) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" id="${id}" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>`
    return { type: 'svg' as const, base64: Buffer.from(svg).toString('base64') }
  })
  const running = new Set<ChildProcess>()
  const runningAtStarts: number[] = []
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    running.add(child)
    runningAtStarts.push(running.size)
    child.once('exit', () => running.delete(child))
  }
  subscribe('child_process', onStart)
  const faults = await Promise.all(pictures.map((each) => tryPicture('logo', each)))
  unsubscribe('child_process', onStart)
  expect(faults).toEqual([undefined, undefined, undefined])
  expect(runningAtStarts).toEqual([1, 1, 1])
})

test('limits the previews of a user in a minute, not those of another', async () => {
  const one = await here.signIn('superadmin')
  const refused = { content: { name: '' } }
  for (let n = 0; n < 60; n += 1) expect((await preview(refused, one)).statusCode).toBe(400)
  const answer = await preview(refused, one)
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await preview(refused, await here.signIn('superadmin'))).statusCode).toBe(400)
})
