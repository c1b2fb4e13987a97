import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import RotateCw from '~icons/lucide/rotate-cw'
import { Button } from '../base/button.tsx'
import { pageHeading } from '../layout/page-header.tsx'
import { UnpluggedPicture } from '../pictures/illustration.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './error-state.module.css'
import { Loading } from './skeleton.tsx'

interface ErrorStateProps {
  /** The specification's text. */
  title: ReactNode
  /** The server's message. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
}

/** Shown instead of data that could not be loaded. */
export function ErrorState({ title, text, onRetry, isRetrying }: ErrorStateProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      picture={<UnpluggedPicture />}
      title={title}
      text={text}
      action={
        onRetry && (
          <Button icon={<RotateCw aria-hidden="true" />} isPending={isRetrying} onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    />
  )
}

interface QueryErrorProps {
  title: ReactNode
  query: { error: Error | null; isFetching: boolean }
  onRetry: () => void
}

/** Shown instead of the data of a query that failed, with the server's message. */
export function QueryError({ title, query: { error, isFetching }, onRetry }: QueryErrorProps) {
  return <ErrorState title={title} text={error?.message} onRetry={onRetry} isRetrying={isFetching} />
}

interface Query {
  isPending: boolean
  refetch: () => unknown
}

interface QueryStateProps {
  query: Query & { data: unknown; error: Error | null; isFetching: boolean }
  /** "Loading the lists..." */
  loading: string
  /** "Failed to load the lists" */
  failed: string
  /** See `useRetry`. */
  firstElementId?: string | undefined
  /** The skeletons, while it loads. */
  children: ReactNode
}

/** Shows that data load or could not be loaded; nothing once they are there. */
export function QueryState({ query, loading, failed, firstElementId, children }: QueryStateProps) {
  const retry = useRetry(query, firstElementId)
  if (query.data !== undefined) return null
  if (query.isPending) return <Loading label={loading}>{children}</Loading>
  return <QueryError title={failed} query={query} onRetry={retry} />
}

/**
 * Refetches a failed list. The retry button disappears meanwhile, so focus moves to the page's
 * heading. After loading, focus moves to the first card or row (`firstElementId`), unless the user
 * has moved focus elsewhere.
 */
export function useRetry(list: Query, firstElementId: string | undefined): () => void {
  const isRetrying = useRef(false)

  useEffect(() => {
    if (list.isPending || !isRetrying.current) return
    isRetrying.current = false
    if (document.activeElement !== pageHeading() || firstElementId === undefined) return
    document.getElementById(firstElementId)?.focus()
  }, [list.isPending, firstElementId])

  return () => {
    isRetrying.current = true
    pageHeading()?.focus({ preventScroll: true })
    void list.refetch()
  }
}

/** An error that outlasts its toast. Not a live region: the toast has announced the error. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} data-print="no">
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
