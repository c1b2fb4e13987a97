import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { type Backend, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

const list = (...data: object[]) => ok(data)
const SESSION = { _id: 's1', sessionId: 's1', device: 'Chrome on Windows', isActive: true, lastSeenAt: '2026-11-20' }
const SCREENS: Record<string, Backend> = {
  '/users': { 'GET /donate': list({ _id: 'd1', donorName: 'Meera', createdAt: '2026-11-20' }) },
  '/donations': { 'GET /donate': list({ _id: 'd1', donorName: 'Meera', amount: 100, createdAt: '2026-11-20' }) },
  '/message': { 'GET /message/getMessage': list({ _id: 'm1', name: 'Anil', email: 'a@b.org', message: 'Hello' }) },
  '/admin': { 'GET /admin': list({ _id: 'a1', username: 'asha', role: 'admin', sections: ['Events'] }) },
  '/login-sessions': { 'GET /admin/sessions': list(SESSION) },
  '/update-password': {},
  '/profile': {},
}

test.each(Object.keys(SCREENS))('each icon button of %s has a tooltip with its name', async (path) => {
  await openPanel(path, { ...SUPERADMIN, ...SCREENS[path] })
  await page.viewport(360, 740) // the menu button, and the user menu without its text
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (path !== '/update-password' && path !== '/profile') {
    await expect.element(page.getByRole('row').nth(1)).toBeInTheDocument()
  }
  const search = page.getByRole('searchbox')
  if (search.elements().length > 0) await search.fill('e')
  // Tooltips appear at once only with keyboard focus. React Aria does not count Shift as a key.
  await userEvent.keyboard('{ArrowRight}')
  const icons = [...document.querySelectorAll<HTMLElement>('button, a')].filter(isIconButton)
  expect(icons.length).toBeGreaterThan(1)
  for (const control of icons) {
    control.focus()
    const name = control.getAttribute('aria-label')
    await expect.poll(() => tooltipOf(control), { message: name ?? control.outerHTML }).toBe(name)
  }
})

/** Visible and enabled, with no visible text. */
function isIconButton(control: HTMLElement): boolean {
  const hasText = [...control.querySelectorAll('*')].some(
    (part) => part.textContent && !part.children.length && part.getClientRects().length > 0,
  )
  const ownText = [...control.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  return control.getClientRects().length > 0 && !control.matches(':disabled') && !hasText && !ownText
}

function tooltipOf(control: HTMLElement): string | null | undefined {
  const { content, display } = getComputedStyle(control, '::after')
  if (display !== 'none' && content.startsWith('"')) return content.slice(1, -1)
  const id = control.getAttribute('aria-describedby')
  return id && document.getElementById(id)?.textContent
}
