import { useLingui } from '@lingui/react/macro'
import type { FieldName, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'

type Fields = typeof SETTINGS_FIELDS
type Lists = 'wordings' | 'rules'
/** The fields of the settings, and those of their dated entries. */
export type SettingName =
  | FieldName<Fields>
  | FieldName<Fields['wordings']['fields']>
  | FieldName<Fields['rules']['fields']>

/** The names of settings in their form, in comparisons of versions and in the history. */
export function useSettingNames(): Readonly<Record<SettingName | Lists, string>> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    address: t`Address`,
    registration: t`Registration`,
    pan: t`PAN of the trust`,
    phone: t`Phone`,
    email: t`Email`,
    website: t`Website`,
    'signatory.name': t`Name of the signatory`,
    'signatory.designation': t`Designation`,
    'signatory.picture': t`Signature`,
    logo: t`Logo`,
    'receipts.language': t`Language of all receipts`,
    'receipts.number': t`Format of the number`,
    'receipts.digits': t`Digits of the number`,
    'receipts.linkDays': t`Days for which a donor can open the link`,
    wordings: t`Wordings on taxes`,
    from: t`From this day on`,
    title: t`Heading of the receipt`,
    approval: t`Approval, on every receipt`,
    declaration: t`Declaration`,
    statement: t`Statement`,
    needs: t`Heading, declaration and statement need the donor’s`,
    missing: t`Printed instead if one is missing`,
    'cash.aboveRupees': t`Cash note above (₹)`,
    'cash.text': t`Cash note`,
    cheque: t`Note for a cheque that is not cleared`,
    rules: t`Limits and rules`,
    cashDayLimit: t`Limit of cash from one person in a day (₹)`,
    anonymousLimit: t`Limit of anonymous donations in a year (₹)`,
    anonymousShare: t`Limit of anonymous donations, share of all (%)`,
    retentionYears: t`Years to keep records`,
    'fcra.number': t`FCRA registration number`,
    'fcra.date': t`FCRA registration date`,
    certificate: t`Name of the income-tax portal’s certificate`,
    receiptOnClearing: t`A cheque gets its receipt when it is cleared`,
    receiptForLeaf: t`A gift with a leaf of a receipt book gets a receipt number too`,
  }
}

/** The names of the options that settings have. */
export function useSettingOptionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return { en: 'English', hi: 'हिन्दी', name: t`Name`, address: t`Address`, pan: t`PAN`, yes: t`Yes`, no: t`No` }
}
