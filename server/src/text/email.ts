import { domainToASCII } from 'node:url'
import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'

/** Checks only the format of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]{1,64}@([^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]{2,}$/u.test(text)
}

/** Equal for spellings of one e-mail address, also with its domain in Punycode; empty without one. */
export function emailKey(email: string): string {
  const plain = toPlainForm(email).toLowerCase()
  const [, name = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(plain) ?? []
  return domainToASCII(domain) === '' ? plain : `${name}@${domainToASCII(domain)}`
}
