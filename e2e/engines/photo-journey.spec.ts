import { statSync } from 'node:fs'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { phonePhoto } from '../support/photos.ts'
import { runIn } from './engine.ts'
import { expectNoPageErrors, test } from './engine-test.ts'
import { button, card, field, words } from './screen.ts'
import { signIn } from './sign-in.ts'

for (const browser of ['a browser', 'a browser without a canvas in workers'] as const) {
  test(`${browser} sends a rotated phone photo smaller and upright`, async ({ engine, far }) => {
    const title = `From ${browser}`
    const photo = await phonePhoto()
    await signIn(engine, far, '/school')
    if (browser !== 'a browser') await runIn(engine, () => Reflect.deleteProperty(window, 'OffscreenCanvas'))
    await runIn(engine, noteUploads)
    await engine.click(button('Add New Photo'))
    await engine.type(field('Title'), title)
    await engine.chooseFile("//form//input[@type='file']", photo)
    await engine.waitFor(words('instead of'), 60_000)
    await engine.click("//form//button[@type='submit']")
    await engine.waitFor(card(title), 60_000)
    await expectNoPageErrors(engine)

    const [bytes] = await runIn(engine, () => Reflect.get(window, 'uploads') as number[])
    expect(bytes).toBeLessThan(statSync(photo).size / 2)
    const [path] = await far.sevadesk.photoPaths('School')
    const stored = await fetch(new URL(path ?? '', far.sevadesk.apiUrl))
    const { width, height } = await sharp(await stored.arrayBuffer()).metadata()
    expect({ width, height }).toEqual({ width: 1920, height: 2560 })
  })
}

/** Records the size of each uploaded file, in bytes. */
function noteUploads(): void {
  const sizes: number[] = []
  Reflect.set(window, 'uploads', sizes)
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof FormData) for (const part of body.values()) if (part instanceof File) sizes.push(part.size)
    send.call(this, body)
  }
}
