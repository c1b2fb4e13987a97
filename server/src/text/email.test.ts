import { expect, test } from 'vitest'
import { emailKey } from './email.ts'

test.each([
  [' Asha@Example.ORG ', 'asha@example.org'],
  ['asha@example.org\u200b', 'asha@example.org'],
  ['asha＠example.org', 'asha@example.org'],
  ['o’neil@example.org', "o'neil@example.org"],
  ['आशा@उदाहरण.भारत', 'आशा@xn--p1b6ci4b4b3a.xn--h2brj9c'],
])('compares %j as %s', (email, key) => {
  expect(emailKey(email)).toBe(key)
  expect(emailKey(key)).toBe(key)
})

test.each([
  ...['', 'none', 'a@b@c', 'a@[1', '@example.org', 'a@1', 'asha@example.org/x', 'asha@ex%61mple.org'],
  'asha@उदाहरण.भारत/x',
])('keeps %j, which is no address', (text) => {
  expect(emailKey(text)).toBe(text)
})
