import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'

const CODE_REQUIRED =
  'The caller gave no code in the last ten minutes (`code_required`): send one, then repeat the call.'
const REAUTHENTICATION = `The caller signed in over five minutes ago (\`password_required\`): sign in again. ${CODE_REQUIRED}`

/** The second step of the caller's sign-ins. */
export const SecondStep = Type.Object({
  isOn: Type.Boolean(),
  /** UTC ISO 8601. */
  turnedOnAt: Type.Optional(Type.String()),
  recoveryCodesLeft: Type.Integer(),
  /** Whether the server's settings forbid to turn it off. */
  isRequired: Type.Boolean(),
})
export type SecondStep = Static<typeof SecondStep>

export const getSecondStep = {
  about: {
    summary: "Whether the second step of the caller's sign-ins is on.",
    onFailure: 'Profile shows the failure in the section “Two-step sign-in”.',
    level: 1,
  },
  response: success(SecondStep),
}

/** A secret for an authenticator app. */
const AppSecret = Type.Object({
  /** In base32, for typing. */
  key: Type.String(),
  /** An `otpauth:` address, for a QR code. */
  address: Type.String(),
})
export type AppSecret = Static<typeof AppSecret>

export const setUpSecondStep = {
  about: {
    summary: 'Makes a new secret for an authenticator app. It counts after its confirmation by a code.',
    onFailure: 'Profile shows the response’s message.',
    level: 1,
    refusals: { 403: REAUTHENTICATION },
  },
  response: success(AppSecret),
}

const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 50 }) })
/** Shown once; the server keeps hashes alone. */
const RecoveryCodes = success(Type.Object({ recoveryCodes: Type.Array(Type.String()) }))

export const confirmSecondStep = {
  about: {
    summary:
      'Turns the second step on, with a code of the new secret, and ends the other sessions. Returns recovery codes.',
    onFailure: 'Profile shows the response’s message; what was typed stays.',
    level: 1,
    refusals: { 403: CODE_REQUIRED, 409: 'There is no secret to confirm: start again.' },
  },
  body: Code,
  response: RecoveryCodes,
}

export const giveCode = {
  about: {
    summary: 'Takes a code. For ten minutes the session may then change the e-mail and the second step.',
    onFailure: 'The dialog shows the response’s message and stays open.',
    level: 1,
    refusals: { 429: 'Too many wrong codes; the message says how long to wait.' },
  },
  body: Code,
  response: Done,
}

export const renewRecoveryCodes = {
  about: {
    summary: 'Replaces the recovery codes by ten new ones, and ends the other sessions.',
    onFailure: 'Profile shows the response’s message; the old codes stay good.',
    level: 1,
    refusals: { 403: REAUTHENTICATION, 409: 'The second step is off.' },
  },
  response: RecoveryCodes,
}

export const turnOffSecondStep = {
  about: {
    summary: 'Turns the second step off, and ends the trust in all devices and the other sessions.',
    onFailure: 'Profile shows the response’s message; the second step stays on.',
    level: 1,
    refusals: { 403: `${REAUTHENTICATION} Also if the server's settings require the second step.` },
  },
  response: Done,
}
