import { useLingui } from '@lingui/react/macro'
import { HISTORY_KINDS } from '@sevadesk/contract/records/history.ts'
import type { HistoryFilter } from '@sevadesk/contract/records/history-schemas.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { FilterFold } from '../../ui/table/filter-fold.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { useKindName } from './history-kind.ts'
import { useAccounts } from './history-queries.ts'

interface HistoryFiltersProps {
  filter: HistoryFilter
  onChange: (changes: HistoryFilter) => void
}

export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
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
        <TextField label={t`From date`} type="date" value={from} onChange={(day) => onChange({ from: day })} />
        <TextField label={t`To date`} type="date" value={to} onChange={(day) => onChange({ to: day })} />
      </FilterFold>
    </ListTools>
  )
}
