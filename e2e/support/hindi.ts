import { expect, type Page } from '@playwright/test'
import type { SevadeskServer } from './sevadesk-server.ts'
import { CREDENTIALS } from './test-server.ts'

/** Words in Latin letters that Hindi text may contain. */
const LATIN = new Set([
  'SevaDesk',
  'English',
  'Ctrl',
  'Enter',
  'CSV',
  'Excel',
  'JPEG',
  'PNG',
  'WebP',
  'AVIF',
  'GIF',
  'HEIC',
  'MP4',
  'WebM',
  'MOV',
  'PDF',
  'GB',
  'MB',
  'KB',
  'kB',
  'Chrome',
  'Linux',
  'SQLite',
  'QR',
  'Google',
  'Microsoft',
  'Authenticator',
  'SVG',
  'FCRA',
  'UPI',
  'UTR',
  // An example of a PAN.
  'AAATS1234F',
  // Begins the numbers of receipts.
  'SD',
  // Columns of the accountant's export.
  'Amount',
  'Refunded',
  // Typed as they are in the format of receipt numbers.
  'year',
  'number',
  // A file of the server.
  'trust',
  'json',
  'HUF',
  // The name of a certificate: 10BE.
  'BE',
  // A setting of the server.
  'BACKUP',
  'DIR',
])

/**
 * Expects no Latin words in the title, visible text and accessible names, except words of `LATIN`,
 * of `typed` and of the seed data, text that the page marks as not to be translated, and what fields hold.
 */
export async function expectHindi(page: Page, state: string, typed: readonly string[] = []): Promise<void> {
  const texts = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const seen: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const isLiteral = parentElement?.closest('a[href^="mailto:"], [translate="no"], textarea')
      if (parentElement?.checkVisibility() && !isLiteral) seen.push(textContent ?? '')
    }
    return [document.title, ...spoken, ...seen]
  })
  const withoutEmails = texts.join('\n').replace(/\S+@\S+/g, '')
  const longestFirst = typed.toSorted((one, other) => other.length - one.length)
  const text = longestFirst
    .reduce((text, words) => text.replaceAll(words, ''), withoutEmails)
    .replace(
      /Shri Radha Krishna Seva Trust|Lakshmi Iyer|Harish Rao|<b>Bold<\/b> & Sons|Joseph Mathew|Meera Joshi|[A-Z][a-z]+ Person/g,
      '',
    )
    .replaceAll(CREDENTIALS.username, '')
    .replace(/\b[\da-f]{24}\b/g, '') // ids
    .replace(/\b[A-Z]{5}\d{4}[A-Z]\b/g, '') // PANs
    .replace(/hindi-nothing|[\w\u0900-\u097f-]+\.(png|jpg|mp4|webm|pdf)/g, '')
  const left = (text.match(/[A-Za-z][A-Za-z\d]+/g) ?? []).filter((word) => !LATIN.has(word))
  expect([...new Set(left)], `${state}: English left over`).toEqual([])
}

/** Usernames of all accounts. */
export async function usernamesOf({ sql }: SevadeskServer): Promise<string[]> {
  const rows = await sql.all('select username from admins')
  return rows.map(({ username }) => String(username))
}

/** Overwrites seeded events and purposes with Hindi text, as staff would have written it. */
export async function writeSeedInHindi({ sql }: SevadeskServer): Promise<void> {
  await sql.all("update donations set purpose = 'गौ सेवा'")
  await sql.all("update events set title = 'गोपाष्टमी', description = 'सुबह से शाम तक'")
}
