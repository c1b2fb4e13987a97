import type { Language } from '../text/localised-text.ts'

/** A picture as it is printed: its bytes as base64. */
export interface TrustPicture {
  type: 'png' | 'jpg' | 'svg'
  base64: string
}

/** The details of a donor without which a wording does not hold. */
export type DonorDetail = 'name' | 'address' | 'pan'

/**
 * What a receipt says because of tax law, for gifts from one day on. All of it is the trust's own text; the code knows none of it.
 * `needs` are the donor's details without which only `approval` holds; `missing` is said in place of the rest then.
 */
export interface Wording {
  /** The first day of donation that it holds for, `YYYY-MM-DD` in the trust's zone. */
  from: string
  title: string | null
  approval: readonly string[]
  declaration: string | null
  statement: readonly string[]
  needs: readonly DonorDetail[]
  missing: string | null
  /** Said of a gift in cash of more than so many paise. */
  cash: { above: number; text: string } | null
}

/** What a receipt says of the trust, in the language of its receipts. */
export interface TrustDetails {
  name: string
  address: readonly string[]
  registration: string | null
  pan: string | null
  phone: string | null
  email: string | null
  website: string | null
  logo: TrustPicture | null
  signatory: { name: string; designation: string | null; picture: TrustPicture | null } | null
}

/** The trust's settings for receipts, read and checked at start. */
export interface Trust {
  /** The language that receipts are written in. */
  language: Language
  /** How a receipt's number is printed: `{year}` and `{number}` stand in it, as in `SD/{year}/{number}`. */
  numberFormat: string
  /** A number of fewer digits is filled up with zeros. */
  numberDigits: number
  /** Days for which a donor's link to a receipt is valid. */
  linkDays: number
  details: TrustDetails
  /** The latest first. */
  wordings: readonly Wording[]
}

/** The trust of a server without a file of details: its receipts are plain ones, without a word on taxes. */
export function plainTrust(name: string, language: Language): Trust {
  return {
    language,
    numberFormat: 'SD/{year}/{number}',
    numberDigits: 5,
    linkDays: 90,
    details: {
      name,
      address: [],
      registration: null,
      pan: null,
      phone: null,
      email: null,
      website: null,
      logo: null,
      signatory: null,
    },
    wordings: [],
  }
}
