import { useLingui } from '@lingui/react/macro'
import { createStore } from '../../../ui/base/create-store.ts'
import { Choice } from '../../../ui/form/choice.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import styles from './donation-columns.module.css'
import type { Donation } from './donation-queries.ts'

const STORAGE_KEY = 'sevadesk_hidden_columns'
const hiddenColumns = createStore(read())

/** The columns that users may hide. */
const OPTIONAL: readonly string[] = ['contact', 'purpose', 'status', 'date']

/** The columns that this device shows, and its choice. The CSV file has its ten columns anyway. */
export function useShownColumns(columns: readonly Column<Donation>[]): Column<Donation>[] {
  const hidden = hiddenColumns.use()
  return columns.filter(({ id }) => !hidden.includes(id))
}

export function ColumnChoice({ columns }: { columns: readonly Column<Donation>[] }) {
  const { t } = useLingui()
  const hidden = hiddenColumns.use()

  function show(id: string, isShown: boolean) {
    const others = hidden.filter((each) => each !== id)
    const next = isShown ? others : [...others, id]
    hiddenColumns.set(next)
    try {
      localStorage.setItem(STORAGE_KEY, next.join(' '))
    } catch {
      // Without storage the choice lasts for this visit.
    }
  }

  return (
    <fieldset className={styles.choice}>
      <legend>{t({ message: 'Columns', context: 'of a table' })}</legend>
      {columns
        .filter(({ id }) => OPTIONAL.includes(id))
        .map(({ id, head }) => (
          <Choice
            key={id}
            type="checkbox"
            label={t`Show ${head}`}
            checked={!hidden.includes(id)}
            onChange={(isShown) => show(id, isShown)}
          />
        ))}
    </fieldset>
  )
}

function read(): readonly string[] {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    return stored.filter((id) => OPTIONAL.includes(id))
  } catch {
    return []
  }
}
