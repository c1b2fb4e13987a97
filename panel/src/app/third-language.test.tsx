import { i18n, type Messages } from '@lingui/core'
import { expect, test } from 'vitest'
import { openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'
import { messages as login } from '../locales/en.po'
import { messages as screens } from '../locales/screens/en.po'

type Message = Messages[string]

/** Replaces each letter, but no placeholder and no tag. */
function madeUp(message: Message): Message {
  if (typeof message === 'string') return message.replace(/\p{L}/gu, 'ж')
  return message.map((part) => {
    if (typeof part === 'string') return part.replace(/\p{L}/gu, 'ж')
    const [name, type, forms] = part
    if (!forms || typeof forms !== 'object') return part
    return [
      name,
      type,
      Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, madeUp(text as Message)])),
    ]
  }) as Message
}

/** Tamil, for which browsers know the months and numbers, in made-up words. */
test('a language that has only catalogues shows no English', async () => {
  const panel = await openPanel('/events', SUPERADMIN)
  const words = Object.entries({ ...login, ...screens }).map(([id, message]) => [id, madeUp(message)])
  i18n.load('ta', Object.fromEntries(words))
  i18n.activate('ta')
  await expect.poll(() => panel.getByRole('heading', { level: 1 }).element().textContent).toMatch(/ж/)
  const shown = panel.container.textContent.replaceAll(/SevaDesk|Seva Trust|seva/g, '')
  expect(shown).not.toMatch(/[A-Za-z]/)
})
