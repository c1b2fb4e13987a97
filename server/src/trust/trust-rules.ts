import { daysOfFinancialYear } from '@sevadesk/contract/base/financial-year.ts'
import type { Config } from '../config.ts'
import type { LocalisedText } from '../text/localised-text.ts'
import type { Trust, TrustRule } from './trust-settings.ts'

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
