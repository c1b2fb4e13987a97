import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sampleImage } from '../../testing/files/sample-images.ts'
import { suiteFolder } from '../../testing/files/test-folder.ts'
import { type ImageProcessor, imageProcessor } from './image-processor.ts'

const folder = suiteFolder()
let image: string
/** A fake image process: the file name selects its behaviour; the returned width is its pid. */
let oddProgram: string
beforeAll(async () => {
  image = join(folder, 'cow.jpg')
  await writeFile(image, await sampleImage('jpeg', 70, 50))
  oddProgram = join(folder, 'odd-program.mjs')
  await writeFile(
    oddProgram,
    `const order = []
    process.on('message', (task) => {
      if (task.from === 'deaf') process.kill(process.pid, 'SIGKILL')
      process.send('started')
      if (task.from === 'dies') process.kill(process.pid, 'SIGSEGV')
      if (task.from === 'hangs') return
      order.push(task.kind)
      setTimeout(() => process.send({ result: { width: process.pid, order } }), 20)
    })
    process.on('disconnect', () => process.exit())`,
  )
})
let opened: ImageProcessor[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const each of opened) await each.close()
  opened = []
})

function open(options: Parameters<typeof imageProcessor>[0]): ImageProcessor {
  const images = imageProcessor(options)
  opened.push(images)
  return images
}
const odd = (options = {}) => open({ program: oddProgram, ...options })
const measure = (images: ImageProcessor, from: string) => images.run('measure', { from })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('measures a picture and reports unreadable files', async () => {
  const images = open({})
  expect(await measure(images, image)).toEqual({ width: 70, isAnimated: false })
  const textFile = join(folder, 'text.jpg')
  await writeFile(textFile, 'Dear Sir or Madam')
  await expect(measure(images, textFile)).rejects.toMatchObject({ failure: { reason: 'unreadable' } })
  await expect(measure(images, '/nowhere.jpg')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await measure(images, image)).toEqual({ width: 70, isAnimated: false })
})

test('reports the error code of the file system when it cannot write', async () => {
  const task = { from: image, to: join(folder, 'missing', 'a'), type: 'jpg', maxPixels: 1e6, maxEdge: 100 } as const
  const refused = expect(open({}).run('fit', task)).rejects
  await refused.toMatchObject({ code: 'ENOENT', failure: { reason: 'disk' } })
})

test.runIf(process.platform === 'linux')(
  'goes on after a signal to stop, which a service manager may send to all processes',
  async () => {
    const images = open({})
    await measure(images, image)
    const children = () =>
      readdirSync('/proc/self/task').flatMap(
        (task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').match(/\d+/g) ?? [],
      )
    const [pid] = children().filter((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('image-program'))
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(Number(pid), signal)
    expect(await measure(images, image)).toEqual({ width: 70, isAnimated: false })
    expect(children()).toContain(pid)
  },
)

test('runs tasks in one process until a crash, which fails only the running task', async () => {
  const images = odd()
  const outcomes = await Promise.allSettled(['a', 'dies', 'b', 'c'].map((name) => measure(images, name)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const pids = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.width : undefined))
  expect(pids[2]).toBe(pids[3])
  expect(pids[0]).not.toBe(pids[2])
  expect(outcomes[1]).toMatchObject({ reason: { failure: { reason: 'program-ended' } } })
})

test('kills the process when a task exceeds its time limit', async () => {
  // Fake timers, because on a busy machine the start of a process can take longer than the limit.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const images = odd({ taskLimitMs: 1500 })
  const first = await measure(images, 'a')
  const refused = expect(measure(images, 'hangs')).rejects.toMatchObject({ failure: { reason: 'too-slow' } })
  await vi.advanceTimersByTimeAsync(1499)
  expect(isAlive(first.width)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(isAlive(first.width)).toBe(false)
  expect((await measure(images, 'b')).width).not.toBe(first.width)
})

test('runs a photo upload before queued smaller versions', async () => {
  const images = odd()
  const fit = { from: 'x', to: 'y', type: 'jpg', maxPixels: 1, maxEdge: 1 } as const
  const shrink = { from: 'x', width: 400, to: { avif: 'a', webp: 'b' } }
  const [, , , last] = await Promise.all([
    images.run('shrink', shrink),
    images.run('shrink', shrink),
    images.run('fit', fit),
    measure(images, 'z'),
  ])
  expect(last).toMatchObject({ order: ['shrink', 'fit', 'shrink', 'measure'] })
})

test('ends an idle process and starts a new one for the next task', async () => {
  const images = odd({ idleMs: 50 })
  const { width: pid } = await measure(images, 'a')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect((await measure(images, 'b')).width).not.toBe(pid)
})

test('no task fails while the idle process is ending', async () => {
  const images = odd({ idleMs: 1 })
  const pids = new Set<number>()
  for (let task = 0; task < 40; task += 1) {
    pids.add((await measure(images, 'a')).width)
    // The idle process ends during some of these waits.
    for (let tick = 0; tick < task * 5; tick += 1) await setImmediate()
  }
  expect(pids.size).toBeGreaterThan(1)
})

test('retries tasks that a killed process had not started', async () => {
  const images = odd()
  const { width: pid } = await measure(images, 'a')
  process.kill(pid, 'SIGKILL')
  const after = await Promise.all(Array.from({ length: 10 }, () => measure(images, 'a')))
  expect(new Set(after.map(({ width }) => width))).not.toContain(pid)

  const waiting = Array.from({ length: 10 }, () => measure(images, 'a'))
  process.kill(after[0]?.width ?? 0, 'SIGKILL')
  const outcomes = await Promise.allSettled(waiting)
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1)
})

test('fails a task when three processes in a row end before starting it', async () => {
  const images = odd()
  const refused = { failure: { reason: 'program-ended', message: 'The image process does not start.' } }
  await expect(measure(images, 'deaf')).rejects.toMatchObject(refused)
  await measure(images, 'a')
})

test('removes a queued task on abort, kills the process of a running one and runs the next', async () => {
  const images = odd()
  const { width: pid } = await measure(images, 'a')
  const [early, running, queued] = [new AbortController(), new AbortController(), new AbortController()]
  const abortable = (from: string, { signal }: AbortController) => images.run('measure', { from }, { signal })
  early.abort(new Error('early'))
  await expect(abortable('a', early)).rejects.toThrow('early')
  const hanging = expect(abortable('hangs', running)).rejects.toThrow('running')
  const waiting = expect(abortable('a', queued)).rejects.toThrow('queued')
  const last = measure(images, 'b')
  queued.abort(new Error('queued'))
  await waiting
  expect(isAlive(pid)).toBe(true)
  running.abort(new Error('running'))
  await hanging
  expect(isAlive(pid)).toBe(false)
  expect(await last).toMatchObject({ order: ['measure'] })
})

test('close kills the process and fails running, waiting and later tasks', async () => {
  const images = odd()
  const { width: pid } = await measure(images, 'a')
  const left = Promise.allSettled([measure(images, 'hangs'), measure(images, 'b')])
  await images.close()
  expect(isAlive(pid)).toBe(false)
  expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(measure(images, 'a')).rejects.toMatchObject({ failure: { reason: 'program-ended' } })
  await images.close()
})

const PROCESSOR = pathToFileURL(join(import.meta.dirname, 'image-processor.ts')).href

/** Runs a script in a new process and returns its output and exit code. */
function runScript(script: string) {
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { output: (stdout + stderr).trim(), code: status }
}

test('a task keeps the server running, an idle image process does not', () => {
  const script = `import { imageProcessor } from ${JSON.stringify(PROCESSOR)}
    console.log(JSON.stringify(await imageProcessor().run('measure', { from: ${JSON.stringify(image)} })))`
  expect(runScript(script)).toEqual({ output: '{"width":70,"isAnimated":false}', code: 0 })
})

test('the image process ends when the server is killed', async () => {
  const large = join(folder, 'large.png')
  await writeFile(large, await sampleImage('png', 3000, 2000))
  const script = `import { imageProcessor } from ${JSON.stringify(PROCESSOR)}
    const images = imageProcessor()
    await images.run('measure', { from: ${JSON.stringify(image)} })
    const to = { avif: ${JSON.stringify(join(folder, 'late.avif'))}, webp: ${JSON.stringify(join(folder, 'late.webp'))} }
    const work = images.run('shrink', { from: ${JSON.stringify(large)}, width: 2900, to })
    // By then the task has started and is far from finished.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)
    await work`
  // runScript also waits for the image process, which inherits the script's stderr.
  expect(runScript(script)).toEqual({ output: '', code: null })
  expect((await readdir(folder)).filter((name) => name.startsWith('late'))).toEqual([])
})

test('the server process does not load sharp', () => {
  const [media, app] = ['../open-media.ts', '../../app.ts'].map(
    (file) => pathToFileURL(join(import.meta.dirname, file)).href,
  )
  const script = `await import(${JSON.stringify(app)})
    const { openMedia } = await import(${JSON.stringify(media)})
    const { createReadStream } = await import('node:fs')
    const media = await openMedia({ dataDir: ${JSON.stringify(folder)}, photoMaxPixels: 1e6, photoMaxEdge: 1000 })
    const options = { name: 'cow.jpg', maxBytes: 1e6, kind: 'photo' }
    await media.discard(await media.stage(createReadStream(${JSON.stringify(image)}), options))
    const { sharedObjects } = process.report.getReport()
    console.log(JSON.stringify(sharedObjects.filter((name) => /vips|sharp/.test(name))))`
  expect(runScript(script)).toEqual({ output: '[]', code: 0 })
})
