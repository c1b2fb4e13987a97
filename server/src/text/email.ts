import { domainToASCII } from 'node:url'
import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'

/** Checks only the format of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]{1,64}@([^\s@<>()[\]\\,;:".?#%/]+\.)+[^\s@<>()[\]\\,;:".?#%/]{2,}$/u.test(text)
}

/** Equal for spellings of one e-mail address, also with its domain in Punycode. */
export function emailKey(email: string): string {
  const plain = toPlainForm(email).toLowerCase()
  const [, name = '', domain = ''] = /^([^@]+)@([^@?#%/:\\]+)$/.exec(plain) ?? []
  // It would parse a host such as "1", which is the address 0.0.0.1.
  const ascii = /(?=\p{L})\P{ASCII}/u.test(domain) ? domainToASCII(domain) : ''
  return ascii === '' ? plain : `${name}@${ascii}`
}
