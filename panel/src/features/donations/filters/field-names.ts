import { useLingui } from '@lingui/react/macro'
import { type FilterField, type Grouping, NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import { entryName } from '../../../records/entry-name.ts'
import { usePaymentMethod } from '../../../records/payment-method.ts'
import { formatMonth } from '../../../ui/format/date-time.tsx'
import { useFieldChoices } from '../groups/donation-group-queries.ts'

/** The name of each field that donations are filtered or grouped by. */
export function useFieldLabels(): Readonly<Record<Grouping, string>> {
  const { t } = useLingui()
  return {
    month: t({ message: 'Month', context: 'by which donations are grouped' }),
    purpose: t`Purpose`,
    institution: t`Institution`,
    mode: t`Payment mode`,
    collector: t`Collected by`,
  }
}

/** Names a value of a field; null or `none` for donations without. */
export function useValueName(): (field: Grouping, value: string | null) => string {
  const { t, i18n } = useLingui()
  const choices = useFieldChoices()
  const modeName = usePaymentMethod()
  const without: Readonly<Record<FilterField, string>> = {
    purpose: t`Without purpose`,
    institution: t`Without institution`,
    mode: t`Without payment mode`,
    collector: t`Without collector`,
  }
  return (field, value) => {
    if (field === 'month') return formatMonth(value ?? '', i18n.locale)
    if (value === null || value === NO_VALUE) return without[field]
    if (field === 'mode') return modeName(value)
    if (field === 'collector') return value
    const entry = choices[field].find((choice) => choice.value === value)
    return entry ? entryName(entry, i18n.locale) : t({ message: 'Unknown', context: 'entry of a list' })
  }
}

/** Names a group of donations; null for those without. Here `none` is the name of a collector. */
export function useGroupName(): (by: Grouping, key: string | null) => string {
  const valueName = useValueName()
  return (by, key) => (key === NO_VALUE ? key : valueName(by, key))
}
