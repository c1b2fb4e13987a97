import { expect, type Locator, type Page } from '@playwright/test'
import type { Hands } from './hands.ts'
import { toastOf } from './panel.ts'

/** A gallery page as a person sees it, in English. */
export function galleryOf(page: Page, hands: Hands) {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Photos' }).getByRole('listitem')
  const form = main.getByRole('form')
  const title = form.getByLabel('Title')
  const description = form.getByLabel('Description')
  const save = form.getByRole('button', { name: /^Save( changes)?$/ })

  return {
    cards,
    form,
    title,
    description,
    save,
    addButton: main.getByRole('button', { name: 'Add New Photo' }).first(),
    sort: main.getByLabel('Sort'),

    card: (words: string): Locator => cards.filter({ hasText: words }),
    sources: () =>
      cards.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? '')),

    async fill(words: { title: string; description: string }) {
      await hands.type(title, words.title)
      await hands.type(description, words.description)
    },

    async pickFiles(paths: string[]) {
      await hands.pickFiles(form.getByRole('button', { name: /^Choose photos?$/ }), paths)
    },

    async edit(card: Locator) {
      await hands.press(card.getByRole('button', { name: /^edit/i }))
      await expect(form).toBeVisible()
    },

    /** Deletes a photo and holds both dialogs to the specification's words. */
    async remove(card: Locator) {
      await hands.press(card.getByRole('button', { name: /^delete/i }))
      const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
      await expect(question).toContainText('This photo will be permanently deleted.')
      await expect(question.getByRole('button')).toHaveText(['Cancel', 'Yes, delete it!'])
      await hands.press(question.getByRole('button', { name: 'Yes, delete it!' }))
      const notice = page.getByRole('alertdialog', { name: 'Deleted!' })
      await expect(notice).toContainText('Your photo has been deleted.')
      await hands.press(notice.getByRole('button', { name: 'OK' }))
      await expect(notice).toBeHidden()
    },

    async expectSaved(words: 'Photo(s) added successfully' | 'Photo updated successfully') {
      await expect(toastOf(page, words)).toBeVisible({ timeout: 30_000 })
      await expect(form).toBeHidden()
    },
  }
}
