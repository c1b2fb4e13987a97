import styles from './contact-links.module.css'

interface EmailLinkProps {
  address: string
  /** The subject that the new letter begins with. */
  subject?: string | undefined
}

/** An e-mail address that writes; what is none is plain text. */
export function EmailLink({ address, subject }: EmailLinkProps) {
  const href = mailAddress(address, subject)
  if (href === undefined) return <span className={styles.text}>{address}</span>
  const [name, host] = address.split('@')
  return (
    <a className={styles.link} href={href}>
      {/* One box, so that a long address breaks before the "@" rather than anywhere. */}
      <span>
        {name}
        <wbr />@{host}
      </span>
    </a>
  )
}

/** A phone number that calls, where there is a number to call; else plain text. */
export function PhoneLink({ number }: { number: string }) {
  const href = phoneAddress(number)
  if (href === undefined) return <span className={styles.text}>{number}</span>
  return (
    <a className={styles.link} href={href}>
      {shownNumber(number)}
    </a>
  )
}

interface ContactLinksProps {
  email: string
  phone: string
}

/** E-mail and phone below each other; whichever is empty is left out. */
export function ContactLinks({ email, phone }: ContactLinksProps) {
  return (
    <span className={styles.both}>
      {email && <EmailLink address={email} />}
      {phone && <PhoneLink number={phone} />}
    </span>
  )
}

/**
 * The `mailto:` address (RFC 6068), or `undefined` for what is no e-mail address. All but the "@" is encoded, so that what a visitor
 * typed adds no field of its own to the letter.
 */
export function mailAddress(address: string, subject?: string): string | undefined {
  const trimmed = address.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed)) return undefined
  const to = encode(trimmed).replace('%40', '@')
  return subject ? `mailto:${to}?subject=${encode(subject)}` : `mailto:${to}`
}

const PHONE = /^[\s(]*\+?[\d\s().-]+$/
const MIN_DIGITS = 3
/** Of any number in the world (E.164). */
const MAX_DIGITS = 15

/**
 * The `tel:` address (RFC 3966), or `undefined` for what is not one number alone, such as two of them or one with words. Devanagari
 * digits are dialled as well.
 */
function phoneAddress(number: string): string | undefined {
  const latin = number.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
  const digits = latin.replace(/\D/g, '')
  if (!PHONE.test(latin) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined
  return `tel:${latin.includes('+') ? '+' : ''}${digits}`
}

/** An Indian mobile as it is written, `+91 98765 43210`; any other number as it was given. */
function shownNumber(number: string): string {
  const [, first, second] = /^tel:\+91([6-9]\d{4})(\d{5})$/.exec(phoneAddress(number) ?? '') ?? []
  return first && second ? `+91 ${first} ${second}` : number
}

/** Half of a character, which a cut text may end with, is no text to encode. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
