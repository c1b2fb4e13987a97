import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Shows that a browser has signed in to an account before. */
export interface DeviceMark {
  /** Random, 16 characters. The same for each sign-in of the browser to the account. */
  deviceId: string
  /** The browser's last sign-in to the account. */
  issuedAt: Date
}

/** The lifetime of a mark since the browser's last sign-in: the longest that browsers allow. */
export const DEVICE_MARK_MAX_AGE_MS = 400 * 24 * 60 * 60 * 1000

/** A browser keeps the marks of this many accounts: office computers are shared. */
const MARKS_MAX = 10
/** Safe in a cookie and in a header. */
const SEPARATOR = '~'
const MARK = /^([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{22})$/
const DEVICE_ID_BYTES = 12
const SIGNATURE_BYTES = 16

/** Finds the valid mark of the account among a browser's marks. */
export function findDeviceMark(
  key: string,
  accountId: string,
  marks: string,
  now = new Date(),
): DeviceMark | undefined {
  const candidates = splitMarks(marks).flatMap((mark) => verify(key, accountId, mark) ?? [])
  // A mark from the future was issued by a clock that was wrong.
  return candidates.find(({ issuedAt }) => Math.abs(now.getTime() - issuedAt.getTime()) < DEVICE_MARK_MAX_AGE_MS)
}

/** Returns a browser's marks with a renewed or new mark of the account, and the id in it. */
export function renewDeviceMark(
  key: string,
  accountId: string,
  marks: string,
  now = new Date(),
): { deviceId: string; marks: string } {
  const { deviceId } = findDeviceMark(key, accountId, marks, now) ?? { deviceId: randomText(DEVICE_ID_BYTES) }
  const content = `${deviceId}.${Math.floor(now.getTime() / 1000).toString(36)}`
  const renewed = `${content}.${sign(key, accountId, content).toString('base64url')}`
  const others = splitMarks(marks).filter((mark) => !verify(key, accountId, mark))
  return { deviceId, marks: [renewed, ...others].slice(0, MARKS_MAX).join(SEPARATOR) }
}

function splitMarks(marks: string): string[] {
  return [...new Set(marks.split(SEPARATOR).filter((mark) => MARK.test(mark)))]
}

function verify(key: string, accountId: string, mark: string): DeviceMark | undefined {
  const [, deviceId = '', seconds = '', signature = ''] = MARK.exec(mark) ?? []
  const expected = sign(key, accountId, `${deviceId}.${seconds}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { deviceId, issuedAt: new Date(Number.parseInt(seconds, 36) * 1000) }
}

function sign(key: string, accountId: string, content: string): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${content}`).digest().subarray(0, SIGNATURE_BYTES)
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
