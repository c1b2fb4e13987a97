/**
 * The statuses that are labelled "Success" and count in totals (specification, sections 4 and 9),
 * in lower case.
 */
export const SUCCESSFUL_STATUSES = ['authorized', 'captured'] as const

/** The choices of the status filter, in the order of the screen (specification, section 2). */
export const SPECIFIED_STATUS_FILTERS = ['all', 'authorized', 'pending', 'failed'] as const

/**
 * The choices on a server with `donations.statuses`. `cancelled` is an order that was cancelled
 * before payment; `unknown` is a missing status.
 */
export const STATUS_FILTERS = [...SPECIFIED_STATUS_FILTERS, 'created', 'refunded', 'cancelled', 'unknown'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** The statuses that each filter matches, in lower case: the match ignores case. */
const STATUSES_OF: Readonly<Record<Exclude<StatusFilter, 'all'>, readonly string[]>> = {
  authorized: SUCCESSFUL_STATUSES,
  pending: ['pending'],
  failed: ['failed'],
  created: ['created'],
  refunded: ['refunded'],
  cancelled: ['cancelled'],
  unknown: [''],
}

/**
 * Returns the statuses of a filter in lower case; `undefined` for `all`, which also matches
 * donations without a status.
 */
export function statusesOf(filter: StatusFilter): readonly string[] | undefined {
  return filter === 'all' ? undefined : STATUSES_OF[filter]
}

export function matchesStatus(status: string | null | undefined, filter: StatusFilter): boolean {
  const wanted = statusesOf(filter)
  return wanted === undefined || wanted.includes((status ?? '').toLowerCase())
}

/** The rank of a filter's statuses. The first filter, for successful ones, has the highest rank. */
export function rankOf(filter: Exclude<StatusFilter, 'all'>): number {
  return STATUS_FILTERS.length - STATUS_FILTERS.indexOf(filter)
}

/** Returns the rank of a status; 0 for one that no filter names. */
export function statusRank(status: string | null | undefined): number {
  const filter = STATUS_FILTERS.filter((each) => each !== 'all').find((each) => matchesStatus(status, each))
  return filter ? rankOf(filter) : 0
}

/** Returns the filters, without `all`, that match at least one of the statuses. */
export function filtersOf(statuses: ReadonlySet<string | null | undefined>): Exclude<StatusFilter, 'all'>[] {
  return STATUS_FILTERS.filter((filter) => filter !== 'all').filter((filter) =>
    [...statuses].some((status) => matchesStatus(status, filter)),
  )
}

/** Whether the amount counts in totals. */
export function isSuccessful(status: string | null | undefined): boolean {
  return matchesStatus(status, 'authorized')
}

export type StatusTone = 'success' | 'pending' | 'failed' | 'neutral'

/** The colour of a status badge. */
export function statusTone(status: string | null | undefined): StatusTone {
  if (isSuccessful(status)) return 'success'
  const lower = (status ?? '').toLowerCase()
  return lower === 'pending' || lower === 'failed' ? lower : 'neutral'
}

/**
 * Returns the English label of a status (specification, section 4): "Unknown" for a missing status,
 * the capitalised status for one without a label. A status with spaces around it is never
 * "Success", because it does not count in totals.
 */
export function statusLabel(status: string | null | undefined): string {
  const word = (status ?? '').trim()
  if (word === '') return 'Unknown'
  if (isSuccessful(status)) return 'Success'
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}
