import { FILTER_FIELDS, type FilterField, GROUPINGS } from '@sevadesk/contract/donations/donation-groups.ts'
import { DONATION_SORTS, type DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import {
  faultOfDays,
  PERIODS,
  type Period,
  type RangeFilter,
  SPECIFIED_PERIODS,
} from '@sevadesk/contract/donations/period.ts'
import { useAddressValues, useChoice } from '../../../address/use-address-values.ts'
import { useIsExtended } from '../../../session/use-me.ts'
import type { FieldValues } from '../groups/donation-group-queries.ts'

/** The first and the last day, `YYYY-MM-DD`. */
export interface Days {
  from: string
  to: string
}

interface RangeAddress {
  period: Period
  /** Chosen days, which replace the period. */
  days: Days | undefined
  range: RangeFilter
  /** The address names days that are no range, so they are not used. */
  isInvalid: boolean
  setPeriod: (period: Period) => void
  setDays: (days: Days) => void
}

/** The period in the address, `?period=last-month`, or chosen days, `?from=2026-04-01&to=2026-06-30`. */
export function useRangeAddress(): RangeAddress {
  const isExtended = useIsExtended()
  const [period] = useChoice('period', isExtended ? PERIODS : SPECIFIED_PERIODS)
  const [values, change] = useAddressValues(['period', 'from', 'to', 'page'])
  const { from = '', to = '' } = values
  const isNamed = isExtended && (from !== '' || to !== '')
  const days = isNamed && faultOfDays(from, to) === undefined ? { from, to } : undefined
  const noDays = { from: undefined, to: undefined, page: undefined }
  return {
    period: days ? 'all' : period,
    days,
    range: days ?? { period },
    isInvalid: isNamed && days === undefined,
    setPeriod: (next) => change({ ...noDays, period: next === 'all' ? undefined : next }),
    setDays: (next) => change({ ...noDays, ...next, period: undefined }),
  }
}

/** The filters in the address, `?purpose=ID&mode=cash`. */
export function useFieldAddress(): [FieldValues, (field: FilterField, value: string | undefined) => void] {
  const isExtended = useIsExtended()
  const [values, change] = useAddressValues([...FILTER_FIELDS, 'page'])
  const { page: _, ...fields } = values
  return [isExtended ? fields : {}, (field, value) => change({ [field]: value, page: undefined })]
}

/** What the days and the period mean: when a gift was ordered or entered, or when its money came. */
const DAYS_OF = ['creation', 'receipt'] as const
const ONLY_CREATION = ['creation'] as const
export type DayOf = (typeof DAYS_OF)[number]

/** In the address, `?dayOf=receipt`, which the links of groups set. */
export function useDayOfAddress(): [DayOf, (dayOf: DayOf) => void] {
  return useChoice<DayOf>('dayOf', useIsExtended() ? DAYS_OF : ONLY_CREATION)
}

/** `list` shows the donations themselves. */
const VIEWS = ['list', ...GROUPINGS] as const
export type DonationView = (typeof VIEWS)[number]
const ONLY_LIST = ['list'] as const

/** By what donations are grouped, in the address, `?group=purpose`. */
export function useViewAddress(): [DonationView, (view: DonationView) => void] {
  const isExtended = useIsExtended()
  return useChoice<DonationView>('group', isExtended ? VIEWS : ONLY_LIST)
}

const ONLY_LATEST = ['latest'] as const

/** The order of the list in the address, `?sort=amount-high`. */
export function useSortAddress(): [DonationSort, (sort: DonationSort) => void] {
  const isExtended = useIsExtended()
  return useChoice<DonationSort>('sort', isExtended ? DONATION_SORTS : ONLY_LATEST)
}
