/** The statuses that read "Success" and count in sums (specification, sections 4 and 9), in lower case. */
export const SUCCESSFUL_STATUSES = ['authorized', 'captured'] as const

/** The choices of the status filter, in the order of the screen (specification, section 2). */
export const STATUS_FILTERS = ['all', 'authorized', 'pending', 'failed'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** The statuses that each filter stands for, in lower case. Case is ignored: reading D4. */
const STATUSES_OF: Readonly<Record<Exclude<StatusFilter, 'all'>, readonly string[]>> = {
  authorized: SUCCESSFUL_STATUSES,
  pending: ['pending'],
  failed: ['failed'],
}

/** The statuses of a filter in lower case; `undefined` for all of them, no status included. */
export function statusesOf(filter: StatusFilter): readonly string[] | undefined {
  return filter === 'all' ? undefined : STATUSES_OF[filter]
}

export function matchesStatus(status: string | null | undefined, filter: StatusFilter): boolean {
  const wanted = statusesOf(filter)
  return wanted === undefined || wanted.includes((status ?? '').toLowerCase())
}

/** Whether the money counts in sums. */
export function isSuccessful(status: string | null | undefined): boolean {
  return matchesStatus(status, 'authorized')
}

export type StatusTone = 'success' | 'pending' | 'failed' | 'neutral'

/** How a status is marked, besides its word. */
export function statusTone(status: string | null | undefined): StatusTone {
  if (isSuccessful(status)) return 'success'
  const known = (status ?? '').toLowerCase()
  return known === 'pending' || known === 'failed' ? known : 'neutral'
}

/**
 * The English word for a status (specification, section 4): what is not known is shown capitalised, a missing one reads "Unknown". One with
 * spaces around it is not known: what reads "Success" is just what counts in sums.
 */
export function statusLabel(status: string | null | undefined): string {
  const word = (status ?? '').trim()
  if (word === '') return 'Unknown'
  if (isSuccessful(status)) return 'Success'
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}
