import { useLingui } from '@lingui/react/macro'
import type { HistoryEntry } from '@sevadesk/contract/records/history-schemas.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { HistoryItem } from './history-item.tsx'
import styles from './history-page.module.css'

const SKELETONS = ['1', '2', '3', '4', '5', '6']

interface HistoryListProps {
  query: UseQueryResult<{ entries: readonly HistoryEntry[]; next: number | null }>
  /** The newest entries are shown. */
  isFirst: boolean
  /** A filter is set besides that of a record. */
  isNarrowed: boolean
  onOlder: (next: number) => void
  onNewest: () => void
  onRecord: ((entry: HistoryEntry) => void) | undefined
  onActor: ((entry: HistoryEntry) => void) | undefined
}

export function HistoryList({ query, isFirst, isNarrowed, onOlder, onNewest, onRecord, onActor }: HistoryListProps) {
  const { t } = useLingui()
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (error && !data) {
    return (
      <ErrorState
        title={t`Could not load the history.`}
        text={error.message}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div role="status">
        <p>{t`Loading the history...`}</p>
        {SKELETONS.map((key) => (
          <Skeleton key={key} />
        ))}
      </div>
    )
  }
  const { entries, next } = data
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState
          picture={<LedgerPicture />}
          title={t`No entries found.`}
          text={isNarrowed ? t`Try other filters.` : t`Changes that people make from now on appear here.`}
        />
      ) : (
        <ul
          className={styles.list}
          aria-label={t`History`}
          aria-busy={isPlaceholderData}
          data-outdated={isPlaceholderData || undefined}
        >
          {entries.map((entry) => (
            <HistoryItem
              key={entry.n}
              entry={entry}
              onRecord={onRecord && (() => onRecord(entry))}
              onActor={onActor && (() => onActor(entry))}
            />
          ))}
        </ul>
      )}
      {(!isFirst || next !== null) && (
        <nav className={styles.pager} aria-label={t`Pages of the history`} data-print="no">
          {!isFirst && <Button onClick={onNewest}>{t`Newest entries`}</Button>}
          {next !== null && <Button onClick={() => onOlder(next)}>{t`Older entries`}</Button>}
        </nav>
      )}
    </>
  )
}
