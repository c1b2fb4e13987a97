import { expect, type Locator, type Page } from '@playwright/test'
import type { Driver } from './driver.ts'
import { toastOf } from './panel.ts'

/** Labels of the three pages, in English. */
const KINDS = {
  photo: {
    list: 'Photos',
    add: 'Add New Photo',
    choose: /^Choose photos?$/,
    question: 'This photo will be permanently deleted.',
    yes: 'Yes, delete it!',
    gone: 'Your photo has been deleted.',
    saved: ['Photo(s) added successfully', 'Photo updated successfully'],
    failed: 'Failed to save photo',
  },
  video: {
    list: 'Videos',
    add: 'Add New Video',
    choose: 'Choose video',
    question: 'This video will be permanently deleted.',
    yes: 'Yes, delete it!',
    gone: 'Your video has been deleted.',
    saved: ['Video added successfully', 'Video updated successfully'],
    failed: 'Failed to save video',
  },
  event: {
    list: 'Events',
    add: 'Add New Event',
    choose: 'Choose photo',
    question: 'This event will be permanently deleted.',
    yes: 'Yes',
    gone: 'Your event has been deleted.',
    saved: ['Event added successfully', 'Event updated successfully'],
    failed: 'Failed to save event',
  },
} as const

/** Page object of a gallery, Home Video or Events, in English. */
export function contentOf(page: Page, driver: Driver, kind: keyof typeof KINDS) {
  const words = KINDS[kind]
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: words.list }).getByRole('listitem')
  const form = main.getByRole('form')
  const title = form.getByLabel('Title')
  const description = form.getByLabel('Description')

  return {
    cards,
    form,
    title,
    description,
    save: form.getByRole('button', { name: 'Save', exact: true }),
    addButton: main.getByRole('button', { name: words.add }).first(),
    closeButton: main.getByRole('button', { name: 'Close Form', exact: true }),
    sort: main.getByLabel('Sort'),
    progress: form.getByRole('progressbar'),
    problem: form.getByRole('alert'),
    /** One button for each chosen file. */
    removeButtons: form.getByRole('button', { name: /^remove/i }),

    card: (text: string): Locator => cards.filter({ hasText: text }),
    /** The cards' titles from first to last. */
    titles: () => cards.getByRole('heading').allTextContents(),
    sources: () =>
      cards.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? '')),

    async fill(text: { title: string; description: string }) {
      await driver.type(title, text.title)
      await driver.type(description, text.description)
    },

    async pickFiles(paths: string[]) {
      await driver.pickFiles(form.getByRole('button', { name: words.choose }), paths)
    },

    async edit(card: Locator) {
      await driver.press(card.getByRole('button', { name: /^edit/i }))
      await expect(form).toBeVisible()
    },

    /** Deletes a card and checks the words of both dialogs. */
    async remove(card: Locator) {
      await driver.press(card.getByRole('button', { name: /^delete/i }))
      const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
      await expect(question).toContainText(words.question)
      await expect(question.getByRole('button')).toHaveText(['Cancel', words.yes])
      await driver.press(question.getByRole('button', { name: words.yes }))
      const notice = page.getByRole('alertdialog', { name: 'Deleted!' })
      await expect(notice).toContainText(words.gone)
      await driver.press(notice.getByRole('button', { name: 'OK' }))
      await expect(notice).toBeHidden()
    },

    async expectAdded() {
      await expect(toastOf(page, words.saved[0])).toBeVisible({ timeout: 30_000 })
      await expect(form).toBeHidden()
    },

    async expectUpdated() {
      await expect(toastOf(page, words.saved[1])).toBeVisible({ timeout: 30_000 })
      await expect(form).toBeHidden()
    },

    /** Expects that text and files are still in the form. */
    async expectKept(text: { title: string; description: string }, files: number) {
      await expect(title).toHaveValue(text.title)
      await expect(description).toHaveValue(text.description)
      await expect(form.getByRole('button', { name: /^remove/i })).toHaveCount(files)
    },

    /** Expects a progress bar between 0 and 100 per cent. */
    async expectHalfSent() {
      const bar = form.getByRole('progressbar')
      await expect(bar).toBeVisible()
      await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0)
      expect(Number(await bar.getAttribute('value'))).toBeLessThan(100)
      await expect(form.getByText(/\b[1-9]\d?\s?%/)).toBeVisible()
    },

    async expectNotSaved() {
      await expect(toastOf(page, words.failed)).toBeVisible()
      await expect(form).toBeVisible()
    },
  }
}
