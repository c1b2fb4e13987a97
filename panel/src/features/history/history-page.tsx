import { useLingui } from '@lingui/react/macro'
import { HISTORY_KINDS } from '@sevadesk/contract/records/history.ts'
import type { HistoryFilter } from '@sevadesk/contract/records/history-schemas.ts'
import Download from '~icons/lucide/download'
import { useAddressValues } from '../../address/use-address-values.ts'
import { HistoryWarning } from '../../records/history-warning.tsx'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { DayField } from '../../ui/dates/date-input.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { FilterFold, ListTools } from '../../ui/table/list-tools.tsx'
import { HistoryList } from './history-list.tsx'
import styles from './history-page.module.css'
import { useAccounts, useHistory, useHistoryExport } from './history-queries.ts'
import { useKindName } from './history-values.ts'

/**
 * Who did what, for superadmins. Others see the history of one record, whose link names it in the
 * address.
 */
export function HistoryPage() {
  const { t } = useLingui()
  const isSuperadmin = useMe()?.role === 'superadmin'
  const [{ before, ...filter }, change] = useAddressValues(['actor', 'kind', 'record', 'from', 'to', 'before'])
  const query = useHistory(filter, before)
  const exporting = useHistoryExport()

  function changeFilter(changes: HistoryFilter) {
    // Another kind or user is about other records.
    const record = 'kind' in changes ? { record: undefined } : {}
    change({ ...record, ...changes, before: undefined })
  }

  /** The button that was pressed is gone then, so the heading gets the focus. */
  function narrow(changes: Parameters<typeof change>[0]) {
    change({ ...changes, before: undefined }, true)
    pageHeading()?.focus({ preventScroll: true })
  }

  return (
    <>
      <PageHeader
        title={t`History`}
        purpose={t`Who changed what, and when.`}
        action={
          isSuperadmin && (
            <Button
              icon={<Download aria-hidden="true" />}
              isPending={exporting.isPending}
              pendingLabel={t`Exporting...`}
              onClick={() => exporting.mutate(filter)}
            >
              {t`Export CSV`}
            </Button>
          )
        }
      />
      {query.data?.isIntact === false && <HistoryWarning isEndUnchecked={query.data.isEndUnchecked} />}
      {isSuperadmin && <HistoryFilters filter={filter} onChange={changeFilter} />}
      {filter.record !== undefined && (
        <RecordLine
          title={query.isPlaceholderData ? undefined : query.data?.entries.find(({ title }) => title)?.title}
          onShowAll={isSuperadmin ? () => changeFilter({ kind: '' }) : undefined}
        />
      )}
      <HistoryList
        query={query}
        isFirst={before === undefined}
        isNarrowed={[filter.actor, filter.from, filter.to, filter.record ? '' : filter.kind].some(Boolean)}
        onOlder={(next) => change({ before: String(next) }, true)}
        onNewest={() => change({ before: undefined }, true)}
        onRecord={
          isSuperadmin && filter.record === undefined
            ? ({ recordKind, recordId }) => narrow({ kind: recordKind, record: recordId })
            : undefined
        }
        onActor={
          isSuperadmin && filter.actor === undefined
            ? ({ actorId }) => narrow({ actor: actorId ?? undefined, kind: undefined, record: undefined })
            : undefined
        }
      />
    </>
  )
}

function RecordLine({ title, onShowAll }: { title: string | null | undefined; onShowAll: (() => void) | undefined }) {
  const { t } = useLingui()
  return (
    <p className={styles.record}>
      {title ? t`Showing only the entries of “${title}”.` : t`Showing only the entries of one record.`}
      {onShowAll && <Button variant="quiet" onClick={onShowAll}>{t`Show all`}</Button>}
    </p>
  )
}

interface HistoryFiltersProps {
  filter: HistoryFilter
  onChange: (changes: HistoryFilter) => void
}

function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  const { t } = useLingui()
  const kindName = useKindName()
  const accounts = useAccounts()
  const { actor = '', kind = '', from = '', to = '' } = filter
  const all = { value: '', label: t({ message: 'All', context: 'no filter' }) }
  const known = accounts.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = actor === '' || known.some(({ value }) => value === actor)
  const users = [all, ...known, ...(isKnown ? [] : [{ value: actor, label: t`Deleted account` }])]
  return (
    <ListTools>
      <FilterFold count={[actor, kind, from, to].filter(Boolean).length}>
        <FilterSelect
          label={t`User`}
          value={actor}
          options={users}
          onChange={(chosen) => onChange({ actor: chosen })}
        />
        <FilterSelect
          label={t({ message: 'Kind', context: 'of an entry of the history' })}
          value={kind}
          options={[all, ...HISTORY_KINDS.map((value) => ({ value, label: kindName(value) }))]}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        <DayField isOptional name="from" label={t`From date`} day={from} onChange={(day) => onChange({ from: day })} />
        <DayField isOptional name="to" label={t`To date`} day={to} onChange={(day) => onChange({ to: day })} />
      </FilterFold>
    </ListTools>
  )
}
