import { useLingui } from '@lingui/react/macro'
import Plus from '~icons/lucide/plus'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { ListEntry } from './list-entry.ts'
import styles from './purpose-mapping-page.module.css'
import type { PurposeTextRow } from './purpose-mapping-queries.ts'
import { PurposeSelect } from './purpose-select.tsx'
import type { useMappingChoices } from './use-mapping-choices.ts'

interface PurposeTextColumns {
  purposes: readonly ListEntry[]
  choices: ReturnType<typeof useMappingChoices>
  /** Opens the form of a new purpose for a text. */
  onNew: (row: PurposeTextRow) => void
}

export function usePurposeTextColumns({ purposes, choices, onNew }: PurposeTextColumns): Column<PurposeTextRow>[] {
  const { t } = useLingui()
  return [
    {
      id: 'text',
      head: t`Text of donations`,
      kind: 'title',
      cell: (row) => (
        <label className={styles.text}>
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t`Select ${row.text}`}
            checked={choices.isSelected(row)}
            onChange={(event) => choices.select([row], event.target.checked)}
          />
          <span>{row.text}</span>
        </label>
      ),
    },
    {
      id: 'donations',
      head: t`Donations`,
      align: 'end',
      width: 13,
      cell: ({ donations }) => <Count value={donations} />,
    },
    { id: 'newest', head: t`Newest`, width: 14, cell: ({ newestAt }) => newestAt && <DateTime moment={newestAt} /> },
    {
      id: 'purpose',
      head: t`Purpose`,
      width: 36,
      cell: (row) => {
        const isProposed =
          row.purposeId === null && row.proposedId !== null && choices.purposeOf(row) === row.proposedId
        return (
          <>
            <div className={styles.choice}>
              <PurposeSelect
                label={t`Purpose of ${row.text}`}
                value={choices.purposeOf(row)}
                purposes={purposes}
                onChange={(purposeId) => choices.choose([row], purposeId)}
                errorMessage={
                  choices.missing.some(({ id }) => id === row.id)
                    ? t`Choose a purpose, or do not select this text.`
                    : undefined
                }
              />
              <IconButton
                label={t`New purpose from ${row.text}`}
                icon={<Plus aria-hidden="true" />}
                onClick={() => onNew(row)}
              />
            </div>
            {isProposed && !choices.isSelected(row) && (
              <p className={styles.proposed}>{t({ message: 'Proposed', context: 'purpose of a text' })}</p>
            )}
          </>
        )
      },
    },
  ]
}
