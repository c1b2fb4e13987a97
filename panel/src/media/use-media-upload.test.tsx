import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react/pure'
import { useMediaUpload } from './use-media-form.ts'

test('the progress of photos sent one by one does not fall while the next is prepared', async () => {
  const rendered: number[] = []
  const { result } = await renderHook(() => {
    const media = useMediaUpload()
    rendered.push(media.upload.percent)
    return media
  })
  const percent = () => result.current.upload.percent
  const isOneByOne = () => result.current.isOneByOne

  await result.current.run(async ({ onProgress, onOneByOne, whilePreparing }) => {
    onOneByOne?.()
    await expect.poll(isOneByOne).toBe(true)
    onProgress(33)
    await expect.poll(percent).toBe(33)
    await whilePreparing(Promise.resolve())
    await new Promise(requestAnimationFrame)
    onProgress(66)
    await expect.poll(percent).toBe(66)
  })
  expect([...new Set(rendered)]).toEqual([0, 33, 66])
  expect(rendered.lastIndexOf(0)).toBeLessThan(rendered.indexOf(33))

  await result.current.run(async () => {
    await expect.poll(percent).toBe(0)
    expect(isOneByOne()).toBe(false)
  })
})
