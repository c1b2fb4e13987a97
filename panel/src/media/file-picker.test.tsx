import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { FilePicker } from './file-picker.tsx'

const photo = (name: string, size = 4) => new File(['x'.repeat(size)], name, { type: 'image/jpeg', lastModified: 1 })
const note = new File(['text'], 'note.txt', { type: 'text/plain' })

function Picker({ multiple = true, maxBytes }: { multiple?: boolean; maxBytes?: number }) {
  const [files, setFiles] = useState<File[]>([])
  const [isSending, setSending] = useState(false)
  return (
    <>
      <FilePicker
        label="Photos"
        chooseLabel="Choose photos"
        rules={{ accept: 'image/*', multiple, maxBytes }}
        files={files}
        onChange={setFiles}
        isDisabled={isSending}
        problemOf={(file) => (file.name === 'bad.jpg' ? 'Not accepted' : undefined)}
      />
      <button type="button" onClick={() => setSending(true)}>
        Send
      </button>
      <output data-testid="held">{files.map((file) => file.name).join(' ')}</output>
    </>
  )
}

function input(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  return input
}

function drop(target: Element, ...files: File[]) {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

test('adds dropped files to the chosen files, ignores duplicates, and removes a file', async () => {
  const screen = await renderPart(<Picker />)
  const zone = screen.getByRole('group', { name: 'Photos' }).element()
  drop(zone, photo('a.jpg'), photo('b.jpg'))
  await expect.element(screen.getByText('2 files chosen')).toBeVisible()
  drop(zone, photo('b.jpg'), photo('c.jpg', 2_400_000))
  await expect.element(screen.getByTestId('held')).toMatchTextContent('a.jpg b.jpg c.jpg')
  await expect.element(screen.getByText('3 files chosen')).toBeVisible()
  await expect.element(screen.getByText('2.3 MB')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove b.jpg' }).click()
  await expect.element(screen.getByTestId('held')).toMatchTextContent('a.jpg c.jpg')
})

test('replaces the file if only one is allowed', async () => {
  const screen = await renderPart(<Picker multiple={false} />)
  await userEvent.upload(input(), [photo('a.jpg')])
  await userEvent.upload(input(), [photo('b.jpg')])
  await expect.element(screen.getByTestId('held')).toMatchTextContent(/^b\.jpg$/)
  expect(input().multiple).toBe(false)
})

test('accepts only images, also when files are dropped', async () => {
  const screen = await renderPart(<Picker />)
  expect(input().accept).toBe('image/*')
  drop(screen.getByRole('group', { name: 'Photos' }).element(), note, photo('a.jpg'))
  await expect.element(screen.getByTestId('held')).toMatchTextContent(/^a\.jpg$/)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('note.txt')
})

test('adds the first of several files if only one is allowed, and shows why', async () => {
  const screen = await renderPart(<Picker multiple={false} />)
  drop(screen.getByRole('group', { name: 'Photos' }).element(), photo('a.jpg'), photo('b.jpg'), photo('c.jpg'))
  await expect.element(screen.getByTestId('held')).toMatchTextContent(/^a\.jpg$/)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('You can choose only one file here. Added: “a.jpg”. Not added: b.jpg, c.jpg')
})

test('removes the refusal messages when the files change or are sent', async () => {
  const screen = await renderPart(<Picker />)
  const zone = screen.getByRole('group', { name: 'Photos' })
  drop(zone.element(), note, photo('a.jpg'), photo('b.jpg'))
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Not a photo: note.txt. Only photos can be added here.')
  await screen.getByRole('button', { name: 'Remove a.jpg' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  drop(zone.element(), note)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Remove b.jpg' })).toHaveStyle({ opacity: '0.5' })
})

test('prevents the browser from opening a file dropped beside the picker, but allows dropped text', async () => {
  const screen = await renderPart(<Picker />)
  const isKept = (type: string, dataTransfer: DataTransfer) =>
    !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  const [files, text] = [new DataTransfer(), new DataTransfer()]
  files.items.add(photo('a.jpg'))
  text.setData('text/plain', 'words')
  expect([isKept('dragover', files), isKept('drop', files), isKept('drop', text)]).toEqual([true, true, false])
  await expect.element(screen.getByTestId('held')).toMatchTextContent(/^$/)
  await screen.unmount()
  expect(isKept('drop', files)).toBe(false)
})

test('marks a file that was not accepted', async () => {
  const screen = await renderPart(<Picker />)
  await userEvent.upload(input(), [photo('good.jpg'), photo('bad.jpg')])
  const rows = screen.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect.element(rows.nth(0)).not.toMatchTextContent('Not accepted')
  await expect.element(rows.nth(1)).toMatchTextContent('Not accepted')
})

test('revokes the object URL of a removed file’s preview', async () => {
  const made = vi.spyOn(URL, 'createObjectURL')
  const givenBack = vi.spyOn(URL, 'revokeObjectURL')
  const screen = await renderPart(<Picker />)
  await userEvent.upload(input(), [photo('a.jpg')])
  await expect.poll(() => made.mock.results.length).toBeGreaterThan(0)
  await screen.getByRole('button', { name: 'Remove a.jpg' }).click()
  const urls = () => made.mock.results.map(({ value }) => value)
  await expect.poll(() => givenBack.mock.calls.map(([url]) => url)).toEqual(expect.arrayContaining(urls()))
})

test('shows an icon and a hint for a HEIC photo', async () => {
  const screen = await renderPart(<Picker />)
  await userEvent.upload(input(), [new File(['x'], 'IMG_1.HEIC', { type: '' })])
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Most browsers cannot show it.')
  // On a system that knows the type, the browser tries to show the photo first.
  await expect.poll(() => document.querySelector('li img')).toBeNull()
  expect(document.querySelector('li svg')).not.toBeNull()
})

test('loads photo previews one after another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // else a hanging preview times out
  const imageCount = () => document.querySelectorAll('li img').length
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('/hang/photo.jpg')
  const screen = await renderPart(<Picker />)
  await userEvent.upload(input(), [photo('a.jpg'), photo('b.jpg')])
  await expect.poll(imageCount).toBe(1)
  expect(made).toHaveBeenCalledTimes(1)
  await screen.getByRole('button', { name: 'Remove a.jpg' }).click()
  await expect.poll(() => made.mock.calls.length).toBe(2)
  expect(imageCount()).toBe(1)
})

test('says of an animated PNG or AVIF that our server saves a still picture', async () => {
  const picture = (type: string, text: string) =>
    new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], `${text.replace(/\W/g, '')}.${type}`, {
      type: `image/${type}`,
    })
  const moving = [picture('png', '\x89PNG IHDR acTL IDAT'), picture('avif', '\0\0\0\x20ftypavis')]
  const still = [
    picture('png', '\x89PNG IHDR IDAT acTL fdAT'),
    picture('avif', '\0\0\0\x20ftypavif'),
    photo('acTL.jpg'),
  ]
  const note = /^This picture moves\. It will be saved as a still picture\./
  const screen = await renderPart(<Picker maxBytes={1000} />)
  drop(screen.getByRole('group', { name: 'Photos' }).element(), ...moving, ...still)
  await expect.element(screen.getByText(note)).toHaveLength(2)
  for (const { name } of moving)
    await expect.element(screen.getByRole('listitem').filter({ hasText: name })).toMatchTextContent('GIF or WebP')
  const notes = screen.getByRole('listitem').getByRole('status').filter({ hasText: note })
  await expect.element(notes).toHaveLength(2)
  const read = vi.spyOn(Blob.prototype, 'slice')
  await screen.getByRole('button', { name: 'Remove acTL.jpg' }).click()
  await expect.element(screen.getByText('4 files chosen')).toBeVisible()
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
  await screen.unmount()
  const plain = await renderPart(<Picker />)
  drop(plain.getByRole('group', { name: 'Photos' }).element(), ...moving)
  await expect.element(plain.getByText('2 files chosen')).toBeVisible()
  await expect.element(plain.getByText(note)).not.toBeInTheDocument()
})
