import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface Query {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shows the children when all data are there, and until then that they load or why they do not. */
export function LoadedPart({ queries, children }: { queries: readonly Query[]; children: ReactNode }) {
  const { t } = useLingui()
  const missing = queries.filter(({ data }) => data === undefined)
  const failed = missing.find(({ error }) => error)
  if (missing.length === 0) return children
  if (failed?.error) {
    return (
      <ErrorState
        title={t`Could not load the form.`}
        text={failed.error.message}
        onRetry={() => missing.map(({ refetch }) => refetch())}
        isRetrying={failed.isFetching}
      />
    )
  }
  return (
    <Loading label={t`Loading the form...`}>
      <Skeleton shape="title" />
      <Skeleton />
    </Loading>
  )
}
