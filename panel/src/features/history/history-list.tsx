import { Trans, useLingui } from '@lingui/react/macro'
import type { HistoryEntry } from '@sevadesk/contract/records/history-schemas.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import ChevronRight from '~icons/lucide/chevron-right'
import { DonationLink, useOpensDonations } from '../../records/donation-link.tsx'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryError } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { useDeviceText, useLocationText } from '../../ui/format/device-text.ts'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { isShownDetail, useFieldName } from './history-fields.ts'
import styles from './history-page.module.css'
import { useActorName, useHistorySentence } from './history-sentence.ts'
import { isFile, useFieldValue, useFileChange } from './history-values.ts'

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
  const { data, error, isPlaceholderData, refetch } = query
  if (error && !data) {
    return <QueryError title={t`Could not load the history.`} query={query} onRetry={() => void refetch()} />
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

interface HistoryItemProps {
  entry: HistoryEntry
  /** Filters by the record; left out where all entries are of one. */
  onRecord: (() => void) | undefined
  /** Filters by the user who acted; left out where all entries are of one. */
  onActor: (() => void) | undefined
}

/** A sentence that opens the details in place. */
function HistoryItem({ entry, onRecord, onActor }: HistoryItemProps) {
  const { t } = useLingui()
  const sentence = useHistorySentence()(entry)
  return (
    <li className={styles.item}>
      <details>
        <summary className={styles.summary}>
          <ChevronRight aria-hidden="true" />
          <span className={styles.sentence}>{sentence}</span>
          <span className={styles.when}>
            <DateTime moment={entry.at} format="date-time" />
          </span>
        </summary>
        <div className={styles.details}>
          {entry.isErased && <p>{t`The details of this entry were removed by rule.`}</p>}
          <Changes entry={entry} />
          <Facts entry={entry} />
          <RecordLink entry={entry} />
          {onRecord && entry.recordId !== '' && (
            <Button variant="quiet" onClick={onRecord}>{t`All entries of this record`}</Button>
          )}
          {onActor && entry.actorId !== null && (
            <Button variant="quiet" onClick={onActor}>{t`All entries of this user`}</Button>
          )}
        </div>
      </details>
    </li>
  )
}

/** Opens the record at its own address, where it has one. */
function RecordLink({ entry: { recordKind, recordId } }: { entry: HistoryEntry }) {
  return useOpensDonations() && recordKind === 'donation' && recordId !== '' ? <DonationLink id={recordId} /> : null
}

function Changes({ entry: { before, after } }: { entry: HistoryEntry }) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const fieldValue = useFieldValue()
  const fileChange = useFileChange()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (names.length === 0) return null
  return (
    <dl className={styles.changes}>
      {names.map((name) => (
        <Field key={name} name={fieldName(name)}>
          {isFile(name) && fileChange(before[name], after[name])}
          {!isFile(name) && name in before && <Side label={t`Before:`}>{fieldValue(name, before[name], before)}</Side>}
          {!isFile(name) && name in after && <Side label={t`After:`}>{fieldValue(name, after[name], after)}</Side>}
        </Field>
      ))}
    </dl>
  )
}

function Side({ label, children }: { label: string; children: string }) {
  return (
    <span>
      <span className={styles.label}>{label}</span> <span className={styles.value}>{children}</span>
    </span>
  )
}

function Facts({ entry }: { entry: HistoryEntry }) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const fieldValue = useFieldValue()
  const who = useActorName('alone')(entry)
  const deviceText = useDeviceText()
  const locationText = useLocationText()
  const { ip, device, location, details, n } = entry
  return (
    <dl className={styles.fields}>
      {Object.entries(details)
        .filter(([name]) => isShownDetail(name))
        .map(([name, value]) => (
          <Field key={name} name={fieldName(name)}>
            {fieldValue(name, value, details)}
          </Field>
        ))}
      <Field name={t`Who`}>{who}</Field>
      {ip && <Field name={t`Internet address`}>{location ? `${ip} (${locationText(location)})` : ip}</Field>}
      {device && <Field name={t`Device`}>{deviceText(device)}</Field>}
      <Field name={t`Entry`}>
        <Trans>No. {n}</Trans>
      </Field>
    </dl>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
