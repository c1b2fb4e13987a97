import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { activateLanguage } from '../locales/language.ts'
import { readCurrentAdmin } from '../session/fetch-current-admin.ts'
import { findFirstScreen } from './first-screen.ts'

const SEVA = readCurrentAdmin({ username: 'seva', role: 'admin', sections: ['Events'] })

test.each([
  ['/', null, 'login', '/'],
  ['/events?q=mela', null, 'login', '/'],
  ['/no/such/page', null, 'login', '/'],
  ['/LOGIN/', null, 'login', '/'],
  ['/post-login', null, 'login', '/'],
  ['/403', null, 'app', '/403'],
  ['/', SEVA, 'app', '/post-login'],
  ['/login', SEVA, 'app', '/post-login'],
  ['/events?q=mela', SEVA, 'app', '/events?q=mela'],
  ['/?login=again', SEVA, 'login', '/?login=again'],
  ['/%?q=%25', SEVA, 'app', '/%25?q=%25'],
  ['/donations/%E0%A4%A/edit', SEVA, 'app', '/donations/%25E0%25A4%25A/edit'],
] as const)('%s for %s opens the %s at %s', async (path, admin, kind, address) => {
  await activateLanguage('en')
  const history = createMemoryHistory({ initialEntries: [path] })
  expect(findFirstScreen(history, admin).kind).toBe(kind)
  expect(history.location.href).toBe(address)
})

test('a login replaces the session only if there is one', () => {
  const at = (path: string) => createMemoryHistory({ initialEntries: [path] })
  expect(findFirstScreen(at('/?login=again'), SEVA)).toEqual({ kind: 'login', isLive: true })
  expect(findFirstScreen(at('/?login=again'), null)).toEqual({ kind: 'login', isLive: false })
})
