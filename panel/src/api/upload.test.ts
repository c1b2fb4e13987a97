import { addPhotos, updatePhoto } from '@sevadesk/contract/gallery.ts'
import { expect, test } from 'vitest'
import { answerWith, answerWithEcho, loseTheLine, neverAnswer } from '../../testing/backend.ts'
import { upload } from './upload.ts'

const photo = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const words = { multipart: { title: 'Cows', description: '', sectionName: 'Gaushala' } }

test('words go first, then every file in its field', async () => {
  await answerWithEcho()
  const sent = await upload(addPhotos, words, { images: [photo('a.jpg'), photo('गाय.jpg')] })
  const { body } = sent as unknown as { body: string }
  const fields = Array.from(body.matchAll(/ name="(\w+)"/g), ([, name]) => name)
  expect(fields).toEqual(['title', 'description', 'sectionName', 'images', 'images'])
  expect(body).toContain('filename="गाय.jpg"')
  expect(sent).toHaveProperty('headers.content-type', expect.stringContaining('multipart/form-data; boundary='))
})

test('what is left out is not sent', async () => {
  await answerWithEcho()
  const sent = await upload(
    updatePhoto,
    { params: { section: 'School', id: '7' }, multipart: { title: 'New' } },
    { image: [] },
  )
  expect(sent).toMatchObject({ method: 'PUT', url: '/echo/api/galleryphoto/School/7' })
  expect(sent).not.toHaveProperty('body', expect.stringContaining('image'))
  expect(sent).not.toHaveProperty('body', expect.stringContaining('description'))
})

test('progress is told in whole per cent and ends at 100', async () => {
  await answerWithEcho()
  const told: number[] = []
  await upload(
    addPhotos,
    words,
    { images: [photo('big.jpg', 3_000_000)] },
    { onProgress: (percent) => told.push(percent) },
  )
  expect(told.at(-1)).toBe(100)
  expect(told.every((percent) => Number.isInteger(percent) && percent >= 0 && percent <= 100)).toBe(true)
})

test('an upload can be cancelled, before and while it runs', async () => {
  await neverAnswer()
  const controller = new AbortController()
  const running = upload(addPhotos, words, { images: [photo('a.jpg')] }, { signal: controller.signal })
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  const late = upload(addPhotos, words, { images: [photo('a.jpg')] }, { signal: controller.signal })
  await expect(late).rejects.toMatchObject({ name: 'AbortError' })
})

test('failures are told as those of a call', async () => {
  const send = () => upload(addPhotos, words, { images: [photo('a.jpg')] })
  await answerWith({
    'POST /galleryphoto/addPhoto': [413, { success: false, message: 'Too large', code: 'too-large' }],
  })
  await expect(send()).rejects.toMatchObject({ kind: 'http', status: 413, message: 'Too large', code: 'too-large' })
  await answerWith({ 'POST /galleryphoto/addPhoto': [200, { success: false, message: 'Only images' }] })
  await expect(send()).rejects.toMatchObject({ kind: 'refused', message: 'Only images' })
  await answerWith({ 'POST /galleryphoto/addPhoto': [200, 'fine'] })
  await expect(send()).rejects.toMatchObject({ kind: 'bad-answer' })
  await loseTheLine()
  await expect(send()).rejects.toMatchObject({ kind: 'network', status: 0 })
})
