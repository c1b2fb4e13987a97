import { randomBytes } from 'node:crypto'
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib'

/** RFC 4226, section 4, recommends 20 bytes. */
const SECRET_BYTES = 20
/** Seconds. RFC 6238, section 5.2, recommends 30 and at most one step of delay. */
const STEP_SECONDS = 30
const APP_CODE = /^[0-9]{6}$/

const base32 = new ScureBase32Plugin()

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The secret in base32, as people type it into an app. */
export function typedKey(secret: Buffer): string {
  return base32.encode(secret, { padding: false })
}

/** The `otpauth:` address that apps read from a QR code. */
export function appAddress(secret: Buffer, { issuer, username }: { issuer: string; username: string }): string {
  return generateURI({ issuer, label: username, secret: typedKey(secret) })
}

/** Whether the text has the form of an app's code. */
export function isAppCode(code: string): boolean {
  return APP_CODE.test(code)
}

/**
 * Returns the time step of a right code: the present step, one before or one after. Returns
 * undefined for a wrong code and for one of `lastTimeStep` or before.
 */
export function timeStepOf(
  secret: Buffer,
  code: string,
  { now, lastTimeStep }: { now: Date; lastTimeStep: number | null },
): number | undefined {
  if (!isAppCode(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: STEP_SECONDS,
    // A later step was recorded by a clock that was ahead: it must not refuse every code until then.
    ...(lastTimeStep !== null && lastTimeStep <= stepAt(epoch) + 1 && { afterTimeStep: lastTimeStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

function stepAt(epochSeconds: number): number {
  return Math.floor(epochSeconds / STEP_SECONDS)
}
