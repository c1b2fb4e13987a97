import { toPlainForm, withoutInvisible } from '@sevadesk/contract/base/normalise-text.ts'
import { Fragment } from 'react'
import styles from './contact-links.module.css'

interface EmailLinkProps {
  address: string
  subject?: string | undefined
}

/** A `mailto:` link, or plain text if this is no e-mail address. */
export function EmailLink({ address, subject }: EmailLinkProps) {
  const href = mailAddress(address, subject)
  if (href === undefined) return <span className={styles.text}>{address}</span>
  return (
    <a className={styles.link} href={href}>
      <span className={styles.address} title={address}>
        {breakableParts(address).map(([at, part]) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  )
}

/** In characters. A longer name or host may not fit on a line of its own. */
const LONG_PART = 20

/**
 * Splits an address where it may break: after the "@", and after the dots of a long name or host.
 * Also returns each part's position.
 */
function breakableParts(address: string): [at: number, part: string][] {
  const [name = '', host = ''] = address.split('@')
  const parts = [`${name}@`, host].flatMap((part) =>
    part.length > LONG_PART ? (part.match(/[^.]+\.*|\.+/g) ?? []) : [part],
  )
  let at = 0
  return parts.map((part) => {
    at += part.length
    return [at - part.length, part]
  })
}

/** A `tel:` link, or plain text if this is no phone number. */
export function PhoneLink({ number }: { number: string }) {
  const href = phoneAddress(number)
  if (href === undefined) return <span className={styles.text}>{number}</span>
  return (
    <a className={styles.link} href={href}>
      {formatPhone(number)}
    </a>
  )
}

interface ContactLinksProps {
  email: string
  phone: string
}

export function ContactLinks({ email, phone }: ContactLinksProps) {
  return (
    <span className={styles.both}>
      {email && <EmailLink address={email} />}
      {phone && <PhoneLink number={phone} />}
    </span>
  )
}

/**
 * The `mailto:` URL (RFC 6068), or `undefined` if this is no e-mail address. Everything but the "@"
 * is encoded, so that a visitor's text cannot add header fields.
 */
export function mailAddress(address: string, subject?: string): string | undefined {
  const plain = withoutInvisible(address)
  if (!/^[^\s@]+@[^\s@]+$/.test(plain)) return undefined
  const to = encode(plain).replace('%40', '@')
  return subject ? `mailto:${to}?subject=${encode(subject)}` : `mailto:${to}`
}

const PHONE = /^[\s(]*\+?[\d\s().-]+$/
const MIN_DIGITS = 3
/** Longest international number (E.164). */
const MAX_DIGITS = 15

/**
 * The `tel:` URL (RFC 3966), or `undefined` if this is not exactly one number. Accepts the
 * digits of every script.
 */
function phoneAddress(number: string): string | undefined {
  const plain = toPlainForm(number)
  const digits = plain.replace(/\D/g, '')
  if (!PHONE.test(plain) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined
  return `tel:${plain.includes('+') ? '+' : ''}${digits}`
}

/** Formats an Indian mobile number as `+91 98765 43210`; returns any other number unchanged. */
function formatPhone(number: string): string {
  const [, first, second] = /^tel:\+91([6-9]\d{4})(\d{5})$/.exec(phoneAddress(number) ?? '') ?? []
  return first && second ? `+91 ${first} ${second}` : number
}

/** A truncated text may end in a lone surrogate, on which encodeURIComponent throws. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
