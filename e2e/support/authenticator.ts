import { createRequire } from 'node:module'
import type { Locator } from '@playwright/test'
import { generateSync } from 'otplib'
import sharp from 'sharp'

// Its types promise a default export, which Node does not find in the CommonJS module.
const readQr: typeof import('jsqr').default = createRequire(import.meta.url)('jsqr')

const STEP_SECONDS = 30

/** An authenticator app on a phone. Each step's code is good once, as on the server. */
export interface Authenticator {
  /** In base32, in groups of four. */
  typedKey: string
  issuer: string | null
  /** An unused code: of the present step, or else of the next, which the server also accepts. */
  nextCode(): string
  /** A code that is wrong in every step of a test. */
  wrongCode: string
}

/** Scans the QR code in an element, from a picture of the screen. */
export async function scanQrCode(picture: Locator): Promise<Authenticator> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const result = readQr(new Uint8ClampedArray(data), info.width, info.height)
  if (!result) throw new Error('The QR code cannot be read')
  return authenticatorOf(new URL(result.data))
}

function authenticatorOf(address: URL): Authenticator {
  const secret = address.searchParams.get('secret') ?? ''
  const stepNow = () => Math.floor(Date.now() / 1000 / STEP_SECONDS)
  const codeAt = (step: number) => generateSync({ secret, epoch: step * STEP_SECONDS })
  const start = stepNow()
  let lastUsed = start - 1
  const codes = Array.from({ length: 20 }, (_, step) => codeAt(start + step - 2))
  return {
    typedKey: secret.match(/.{4}/g)?.join(' ') ?? '',
    issuer: address.searchParams.get('issuer'),
    nextCode: () => {
      lastUsed = Math.max(stepNow(), lastUsed + 1)
      return codeAt(lastUsed)
    },
    wrongCode: ['000000', '111111', '222222'].find((code) => !codes.includes(code)) ?? '',
  }
}
