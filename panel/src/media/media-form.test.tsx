import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawnPhoto } from '../../testing/drawn-photos.ts'
import { renderPart } from '../../testing/render.tsx'
import { chooseFile } from '../../testing/sent-forms.ts'
import { MediaForm } from './media-form.tsx'
import { EMPTY_DRAFT } from './media-item.ts'
import type { SendDraft } from './use-media-form.ts'

const form = () => page.getByRole('form', { name: 'Add event' })
const switchOf = () => page.getByRole('switch', { name: 'Send the original' })

async function open(send: SendDraft) {
  const screen = await renderPart(
    <MediaForm
      initial={EMPTY_DRAFT}
      focusRequest={0}
      onSaved={() => undefined}
      onClose={() => undefined}
      onSavingChange={() => undefined}
      send={send}
      record={{ store: undefined }}
      accept="image/*"
      labels={{ heading: 'Add event', files: 'Picture', choose: 'Choose photo' }}
    />,
  )
  await chooseFile(await drawnPhoto('small.jpg', { width: 30, height: 20 }))
  return screen
}

/** Rejects as `ApiError` does. */
const rejectWith = (message: string, fields: Record<string, string>) => () =>
  Promise.reject(Object.assign(new Error(message), { fields }))

function countInForm(sentence: string): number {
  return (form().element().textContent ?? '').split(sentence).length - 1
}

test.each(['video', 'images', 'image', 'poster'])(
  'shows each sentence of a rejection once, at its field: title and %s',
  async (field) => {
    const fields = { title: 'Title is required.', [field]: 'Please choose another file.' }
    await open(rejectWith('Two fields are wrong.', fields))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByLabelText('Title')).toHaveAccessibleDescription(fields.title)
    await expect.element(page.getByRole('group', { name: 'Picture' })).toMatchTextContent('Please choose another file.')
    expect(countInForm('Title is required.')).toBe(1)
    expect(countInForm('Please choose another file.')).toBe(1)
    expect(countInForm('Two fields are wrong.')).toBe(0)
    await chooseFile(await drawnPhoto('other.jpg', { width: 30, height: 20 }))
    await expect.element(form()).not.toMatchTextContent('Please choose another file.')
  },
)

test('marks the file as not saved only if no field explains the failure', async () => {
  const mark = page.getByText('Not saved', { exact: true })
  const screen = await open(rejectWith('The title is too long.', { title: 'The title is too long.' }))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(form()).toMatchTextContent('The title is too long.')
  await expect.element(mark).not.toBeInTheDocument()
  await screen.unmount()
  await open(rejectWith('The disk is full.', {}))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(mark).toBeVisible()
})

test('announces the making of photos only while one is made, and locks the switch while saving', async () => {
  const hanging = new Promise<never>(() => undefined)
  const announced: (string | null)[] = []
  await open((draft, { filesToSend }) => filesToSend(draft.files).then(() => hanging))
  await expect.element(page.getByRole('listitem')).not.toMatchTextContent('Making it smaller…')
  const observer = new MutationObserver(() =>
    announced.push(document.querySelector('form [role=status]')?.textContent ?? ''),
  )
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  observer.disconnect()
  expect(announced.join()).not.toContain('Making')
  await expect.element(switchOf()).toHaveAttribute('aria-disabled', 'true')
  await switchOf().click({ force: true })
  await expect.element(switchOf()).not.toBeChecked()
})
