import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from './backend.ts'
import { type Backend, button, EXTENDED_SUPERADMIN, openPanel } from './open-panel.tsx'

export const CONTENT = {
  name: { en: 'Seva Trust', hi: 'सेवा न्यास' },
  receipts: { language: 'en', number: 'SD/{year}/{number}', digits: 5, linkDays: 90 },
  wordings: [
    { from: '2026-04-01', title: 'New heading' },
    { from: '2021-04-01', title: 'Old heading' },
  ],
  rules: [{ from: '2026-04-01', receiptOnClearing: true }],
}
export const RECEIPT_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><path d="M0 0h9v9z"/></svg>'

export function savedBy(version: number, name: string | null = 'meera') {
  return { version, savedAt: '2026-11-20T06:00:00.000Z', savedBy: name }
}

/** A backend with two versions of the settings. */
export function withSettings(more: Backend = {}): Backend {
  const versions = [savedBy(2), savedBy(1, null)]
  return {
    ...EXTENDED_SUPERADMIN,
    'GET /settings': ok({ ...savedBy(2), content: CONTENT, versions }),
    'GET /settings/versions/1': ok({ ...savedBy(1, null), content: { name: 'First name' } }),
    'POST /settings/preview': [200, RECEIPT_SVG, { 'content-type': 'image/svg+xml' }],
    ...more,
  }
}

/** The server's refusal to save, with a sentence for each of these fields. */
export function refuseSettings(fields: Record<string, string>): Backend {
  return { 'PUT /settings': [400, { success: false, message: 'Some fields need a correction.', fields }] }
}

/** Collects the body and the version of each save, and the bodies of previews. */
export function watchSettings() {
  const [saves, previews]: [[unknown, string | null][], unknown[]] = [[], []]
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    if (init?.method === 'PUT') saves.push([body, new Headers(init.headers).get('If-Match')])
    if (init?.method === 'POST' && String(address).endsWith('/settings/preview')) previews.push(body)
    return send(address, init)
  })
  return { saves, previews }
}

export const form = page.getByRole('main').getByRole('form')
export const field = (name: string) => form.getByLabelText(name, { exact: true })
export const receiptPicture = page.getByRole('img', { name: 'Receipt of an example donation' })

export async function openSettingsForm(backend: Backend = withSettings(), section = 'Trust') {
  await openPanel('/settings', backend)
  await button(`Change: ${section}`).click()
  await expect.element(form).toBeVisible()
}
