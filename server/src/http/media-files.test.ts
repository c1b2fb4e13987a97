import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleImage } from '../testing/files/sample-images.ts'
import { keepFile, mediaFileCases } from '../testing/media-file-cases.ts'
import { connectTo } from '../testing/requests/raw-connection.ts'
import { suiteServer } from '../testing/test-app.ts'

const MB = 1024 * 1024

const here = suiteServer()
const get = (url: string) => here.app.inject({ method: 'GET', url })

mediaFileCases(here)

test('reads less than 16 MB ahead of a slow client', async () => {
  const video = `/media/ff/${'f'.repeat(30)}.mp4`
  await mkdir(join(here.config.dataDir, 'media/ff'), { recursive: true })
  await writeFile(join(here.config.dataDir, video), 'video')
  await truncate(join(here.config.dataDir, video), 1024 ** 3)
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  const arriving = once(here.app.server, 'connection')
  const socket = connectTo(here).setEncoding('latin1')
  socket.write(`GET ${video} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [server] = (await arriving) as [Socket]
  let taken = 0
  let ahead = 0
  for await (const piece of socket) {
    if (taken === 0) expect(piece).toMatch(/^HTTP\/1\.1 200 OK\r\n.*content-length: 1073741824\r\n/s)
    taken += piece.length
    ahead = Math.max(ahead, server.bytesWritten - taken)
    if (taken > 100 * MB) break
    // Lets the pending events of the server run first.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(taken).toBeGreaterThan(100 * MB)
  expect(ahead).toBeLessThan(16 * MB)
})

test('returns 4xx for a path that is not of a stored file', async () => {
  const path = await keepFile(here, await sampleImage('jpeg'))
  await writeFile(join(here.config.dataDir, 'tmp', 'half.part'), 'half')
  await writeFile(join(here.config.dataDir, 'media', 'notes.jpg'), 'notes')
  await mkdir(join(here.config.dataDir, 'media', 'aa'), { recursive: true })
  await writeFile(join(here.config.dataDir, 'media', 'aa', 'page.html'), '<script>')
  for (const url of [
    `/media/00/${'0'.repeat(30)}.jpg`,
    '/media/',
    '/media/aa',
    '/media/aa/',
    '/media/notes.jpg',
    '/media/aa/page.html',
    '/media/tmp/half.part',
    '/media/../tmp/half.part',
    '/media/..%2ftmp%2fhalf.part',
    '/media/%2e%2e/tmp/half.part',
    '/media/..%5ctmp%5chalf.part',
    '/media/../sevadesk.sqlite',
    '/media//etc/passwd',
    '/media/%00.jpg',
    '/media/%ff.jpg',
    '/tmp/half.part',
    `${path}/`,
    `${path}%00`,
    path.toUpperCase(),
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([url, true])
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('opens neither symbolic links nor pipes', async () => {
  const media = join(here.config.dataDir, 'media')
  const name = `${'0'.repeat(30)}.jpg`
  await mkdir(join(media, 'bb'), { recursive: true })
  await symlink(join(here.config.dataDir, 'sevadesk.sqlite'), join(media, 'bb', name))
  await mkdir(join(media, 'cc'), { recursive: true })
  execFileSync('mkfifo', [join(media, 'cc', name)])
  await mkdir(join(here.config.dataDir, 'outside'))
  await writeFile(join(here.config.dataDir, 'outside', name), 'outside')
  await symlink(join(here.config.dataDir, 'outside'), join(media, 'dd'))
  for (const folder of ['bb', 'cc', 'dd']) {
    const url = `/media/${folder}/${name}`
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect([url, await here.media.exists(url)]).toEqual([url, false])
    await expect(here.media.stageVariants(url)).rejects.toThrow('There is no regular file')
  }
})
