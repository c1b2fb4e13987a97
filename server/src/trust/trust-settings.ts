import { daysOfFinancialYear } from '@sevadesk/contract/base/financial-year.ts'
import { SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { LocalisedText } from '../text/localised-text.ts'

/** Receipts are printed in the languages in which the trust writes its details. */
export type ReceiptLanguage = 'en' | 'hi'

export interface TrustPicture {
  type: 'png' | 'jpg' | 'svg'
  base64: string
}

/** Details of a donor that a wording may require. */
export type DonorDetail = 'name' | 'address' | 'pan'

/** What receipts say about taxes, in the trust's own words, for donations made since `from`. */
export interface Wording {
  /** First day of receipt, `YYYY-MM-DD` in the trust's time zone. */
  from: string
  title: string | null
  approval: readonly string[]
  declaration: string | null
  statement: readonly string[]
  /** If the donor omits one of these, `missing` replaces `declaration` and `statement`. */
  needs: readonly DonorDetail[]
  missing: string | null
  /** Printed for cash donations of more than `above` paise. */
  cash: { above: number; text: string } | null
  /** Printed for a cheque or a draft that is not cleared. Earlier receipts were issued without it. */
  cheque?: string | null
}

/** Limits and rules since `from`, `YYYY-MM-DD` in the trust's time zone. */
export interface TrustRule {
  from: string
  /** Cash of one person in a day: from this sum on, the office is warned. Paise; null for no limit. */
  cashDayLimit: number | null
  /**
   * Above the larger of the two, the office is warned of the anonymous gifts of a financial year: paise,
   * and per cent of all gifts of the year. Null for none.
   */
  anonymousLimit: number | null
  anonymousShare: number | null
  /** Whether a cheque gets its receipt when it is cleared, not when it is received. */
  receiptOnClearing: boolean
  /** Whether a gift with a leaf of a pre-printed receipt book gets a receipt of the series too. */
  receiptForLeaf: boolean
  /** The registration for donations from abroad. */
  fcra: { number: string; date: string } | null
  /**
   * What the tax portal's certificates are called, of financial years that begin under the rule.
   */
  certificate?: LocalisedText
}

/** In the language of the receipts. */
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

export interface Trust {
  language: ReceiptLanguage
  /** The trust's name in each language; the same if it has one name. */
  names: Record<ReceiptLanguage, string>
  /** Such as `SD/{year}/{number}`. */
  numberFormat: string
  /** Minimum number of digits. */
  numberDigits: number
  /** Days until a receipt's link expires. */
  linkDays: number
  details: TrustDetails
  /** The latest first. */
  wordings: readonly Wording[]
  /** The latest first. */
  rules: readonly TrustRule[]
}

/** Where a receipt and the panel's header get the trust's details from. */
export interface TrustSource {
  /**
   * Returns the settings in force, as `db` sees them: a save takes effect at once, also one on another
   * server. Reads only the number of the version if its content is known.
   */
  inForce(db: Db): Promise<Trust>
  /** As last read, for what must work without the database. */
  readonly lastKnown: Trust
}

/** The settings before any were saved: receipts do not mention taxes. */
export function plainTrust(name: string, language: ReceiptLanguage): Trust {
  const { number, digits, linkDays } = SETTINGS_FIELDS.receipts.fields
  return {
    language,
    names: { en: name, hi: name },
    numberFormat: number.initial,
    numberDigits: digits.initial,
    linkDays: linkDays.initial,
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
    rules: [],
  }
}

const NO_RULE: TrustRule = {
  from: '',
  cashDayLimit: null,
  anonymousLimit: null,
  anonymousShare: null,
  receiptOnClearing: true,
  receiptForLeaf: false,
  fcra: null,
}

/** Returns the latest rule that took effect no later than the day, `YYYY-MM-DD` in the trust's zone. */
export function ruleOn({ rules }: Pick<Trust, 'rules'>, day: string): TrustRule {
  return rules.find(({ from }) => from <= day) ?? NO_RULE
}

/** What the tax portal's certificate of a financial year, such as `2026-27`, is called. */
export function certificateName(trust: Pick<Trust, 'rules'>, year: string): LocalisedText | undefined {
  return ruleOn(trust, daysOfFinancialYear(year).from).certificate
}

/**
 * Whether the trust may take a gift from abroad on the day: its FCRA registration is set. The one of
 * the environment, which has no date, counts until the day of the first entry of the settings that
 * names one.
 */
export function mayTakeForeignGifts(
  { fcraRegistration }: Pick<Config, 'fcraRegistration'>,
  trust: Pick<Trust, 'rules'>,
  day: string,
): boolean {
  if (trust.rules.every((rule) => rule.fcra === null || rule.from > day)) return fcraRegistration !== undefined
  const { fcra } = ruleOn(trust, day)
  return fcra !== null && fcra.date <= day
}
