import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../ui/format/date-time.tsx'
import { changedEntries } from './changed-entries.ts'
import { RULE_CHOICES, type SettingsDraft } from './settings-draft.ts'

/** Returns the dated entries of a draft that differ from those of `base`, as lines that people read. */
export function useChangedEntries(base: SettingsDraft) {
  const { t, i18n } = useLingui()
  const labels: Readonly<Record<string, string>> = {
    title: t`Heading of the receipt`,
    approval: t`Approval, on every receipt`,
    declaration: t`Declaration`,
    statement: t`Statement`,
    needs: t`Heading, declaration and statement need the donor’s`,
    missing: t`Printed instead if one is missing`,
    'cash.aboveRupees': t`Cash note above (₹)`,
    'cash.text': t`Cash note`,
    cheque: t`Note for a cheque that is not cleared`,
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
  const values: Readonly<Record<string, string>> = { yes: t`Yes`, no: t`No` }
  const details: Readonly<Record<string, string>> = { name: t`Name`, address: t`Address`, pan: t`PAN` }
  const dateOf = (day: string) => formatDate(day, 'date', 'UTC', i18n.locale)

  function labelOf(field: string): string {
    const [, name = field, language] = /^(.+)\.(en|hi)$/.exec(field) ?? []
    const label = labels[name] ?? name
    return language === undefined ? label : `${label} (${language === 'en' ? 'English' : 'हिन्दी'})`
  }

  function shownValue(field: string, value: string): string {
    if (value === '') return t({ message: 'empty', context: 'value of a field' })
    if (field === 'needs') return Array.from(value.split(' '), (detail) => details[detail] ?? detail).join(', ')
    if (field === 'fcra.date') return dateOf(value)
    return (RULE_CHOICES.some((name) => name === field) && values[value]) || value
  }

  return (draft: SettingsDraft, list: 'wordings' | 'rules'): string => {
    return changedEntries(draft[list], base[list])
      .flatMap(({ from, isRemoved, fields }) => {
        const date = dateOf(from)
        const day = from ? t`From ${date}` : t`New entry`
        return [
          isRemoved ? `${day}: ${t`Removed`}` : day,
          ...fields.map((field) => `${labelOf(field[0])}: ${shownValue(...field)}`),
        ]
      })
      .join('\n')
  }
}
