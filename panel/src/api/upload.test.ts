import { addPhotos, updatePhoto } from '@sevadesk/contract/content/gallery.ts'
import { expect, test } from 'vitest'
import { neverRespond, refuseConnections, respondWith, respondWithEcho } from '../../testing/backend.ts'
import { upload } from './upload.ts'

const photo = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const words = { multipart: { title: 'Cows', description: '', sectionName: 'Gaushala' } }

test('sends text fields first, then every file in its field', async () => {
  await respondWithEcho()
  const sent = await upload(addPhotos, words, { images: [photo('a.jpg'), photo('गाय.jpg')] })
  const { body } = sent as unknown as { body: string }
  const fields = Array.from(body.matchAll(/ name="(\w+)"/g), ([, name]) => name)
  expect(fields).toEqual(['title', 'description', 'sectionName', 'images', 'images'])
  expect(body).toContain('filename="गाय.jpg"')
  expect(sent).toHaveProperty('headers.content-type', expect.stringContaining('multipart/form-data; boundary='))
})

test('sends no field for a missing text or an empty list of files', async () => {
  await respondWithEcho()
  const sent = await upload(
    updatePhoto,
    { params: { section: 'School', id: '7' }, multipart: { title: 'New' } },
    { image: [] },
  )
  expect(sent).toMatchObject({ method: 'PUT', url: '/echo/api/galleryphoto/School/7' })
  expect(sent).not.toHaveProperty('body', expect.stringContaining('image'))
  expect(sent).not.toHaveProperty('body', expect.stringContaining('description'))
})

test('reports progress in whole per cent up to 100', async () => {
  await respondWithEcho()
  const reported: number[] = []
  await upload(
    addPhotos,
    words,
    { images: [photo('big.jpg', 3_000_000)] },
    { onProgress: (percent) => reported.push(percent) },
  )
  expect(reported.at(-1)).toBe(100)
  expect(reported.every((percent) => Number.isInteger(percent) && percent >= 0 && percent <= 100)).toBe(true)
})

test('rejects with AbortError when cancelled before or during the upload', async () => {
  await neverRespond()
  const controller = new AbortController()
  const running = upload(addPhotos, words, { images: [photo('a.jpg')] }, { signal: controller.signal })
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  const late = upload(addPhotos, words, { images: [photo('a.jpg')] }, { signal: controller.signal })
  await expect(late).rejects.toMatchObject({ name: 'AbortError' })
})

test('rejects with the same errors as `call`', async () => {
  const send = () => upload(addPhotos, words, { images: [photo('a.jpg')] })
  await respondWith({
    'POST /galleryphoto/addPhoto': [413, { success: false, message: 'Too large', code: 'too-large' }],
  })
  await expect(send()).rejects.toMatchObject({ kind: 'http', status: 413, message: 'Too large', code: 'too-large' })
  await respondWith({ 'POST /galleryphoto/addPhoto': [200, { success: false, message: 'Only images' }] })
  await expect(send()).rejects.toMatchObject({ kind: 'refused', message: 'Only images' })
  await respondWith({ 'POST /galleryphoto/addPhoto': [200, 'fine'] })
  await expect(send()).rejects.toMatchObject({ kind: 'bad-response' })
  await refuseConnections()
  await expect(send()).rejects.toMatchObject({ kind: 'network', status: 0 })
})
