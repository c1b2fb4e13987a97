import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { MAPPINGS_MAX, TEXT_STATES } from '@sevadesk/contract/settings/purpose-mapping.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import Plus from '~icons/lucide/plus'
import X from '~icons/lucide/x'
import { useChoice } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { toast } from '../../ui/base/toast.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine, QueryError, useRetry } from '../../ui/feedback/error-state.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { useUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Count } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { type Column, tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { draftOfText, type EntryDraft, type ListEntry } from './list-entry.ts'
import { useLists } from './list-queries.ts'
import { PurposeForm } from './purpose-form.tsx'
import styles from './purpose-mapping-page.module.css'
import { type PurposeTextRow, TEXTS_PER_PAGE, usePurposeTexts, useSaveMappings } from './purpose-mapping-queries.ts'
import { PurposeSelect } from './purpose-select.tsx'
import { useMappingChoices } from './use-mapping-choices.ts'

/** What the free purposes of donations mean, for superadmins. Nothing changes before Save. */
export function PurposeMappingPage() {
  const { t } = useLingui()
  const failureText = useFailureText()
  const lists = useLists()
  const retryLists = useRetry(lists, undefined)
  const { data: entries = [] } = lists
  const purposes = entries.filter(({ list }) => list === 'purposes')
  const [state, setState] = useChoice('state', TEXT_STATES)
  const address = useListAddress()
  const list = usePurposeTexts(state, address.page)
  useShownPage(address, list)
  const rows = list.rows ?? []
  const choices = useMappingChoices()
  const { selected } = choices
  const saving = useSaveMappings()
  useUnsavedChanges(selected.length > 0, 'page')

  /** The texts for which the form adds a purpose. */
  const [newFor, setNewFor] = useState<readonly PurposeTextRow[]>([])
  const form = usePageForm<EntryDraft>(() => document.getElementById(tableRowId(newFor[0]?.id ?? '')) ?? pageHeading())

  function addPurpose(texts: readonly PurposeTextRow[]) {
    // The open form only gets focus: what was typed there stays.
    if (form.props) return form.edit(form.props.initial)
    setNewFor(texts)
    form.add(draftOfText(texts[0]?.text ?? ''))
  }

  async function save() {
    if (saving.isPending) return
    if (!flushSync(choices.check)) {
      document.querySelector<HTMLElement>('main select[aria-invalid]')?.focus()
      return
    }
    const donations = await saving.mutateAsync(choices.mappings).catch(() => undefined)
    if (donations === undefined) return
    choices.forget(selected)
    toast.success(t`${plural(donations, { one: '# donation mapped', other: '# donations mapped' })}`)
    pageHeading()?.focus()
  }

  const columns = usePurposeTextColumns({ purposes, choices, onNew: (row) => addPurpose([row]) })
  const missingElsewhere = choices.missing.filter(({ id }) => !rows.some((row) => row.id === id))
  const selectedRows = selected.map(({ row }) => row)
  const selectedHere = rows.filter(choices.isSelected).length

  const errorMessage =
    missingElsewhere.length > 0
      ? t`These selected texts have no purpose yet: ${missingElsewhere.map(({ text }) => text).join(', ')}`
      : saving.error && failureText(saving.error)

  return (
    <>
      <PageHeader
        title={t`Old purposes`}
        purpose={t`What donors wrote as purpose. Choose what each text means; the donations keep their text.`}
        action={
          form.props && (
            <Button icon={<X aria-hidden="true" />} disabled={form.isSaving} onClick={form.props.onClose}>
              {t`Close Form`}
            </Button>
          )
        }
      />
      {!lists.data && lists.error && (
        <QueryError title={t`Failed to load the lists`} query={lists} onRetry={retryLists} />
      )}
      {form.props && (
        <PurposeForm
          {...form.props}
          institutions={entries.filter((entry) => entry.list === 'institutions')}
          onAdded={(id) => choices.choose(newFor, id)}
        />
      )}
      <ListTools>
        <FilterSelect
          label={t({ message: 'Show', context: 'which texts' })}
          value={state}
          options={[
            { value: 'open', label: t({ message: 'Not mapped', context: 'texts' }) },
            { value: 'mapped', label: t({ message: 'Mapped', context: 'texts' }) },
          ]}
          onChange={setState}
        />
      </ListTools>
      {rows.length > 0 && (
        <div className={styles.all} data-print="no">
          <Choice
            type="checkbox"
            label={t`Select all on this page`}
            checked={selectedHere === rows.length}
            onChange={(isChosen) => choices.select(rows, isChosen)}
          />
        </div>
      )}
      <DataTablePages
        labels={{ table: t`Old purposes`, loading: t`Loading the texts...`, fetchFailed: t`Failed to load the texts` }}
        columns={columns}
        list={list}
        perPage={TEXTS_PER_PAGE}
        onPageChange={address.setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={state === 'open' ? t`Every purpose is mapped.` : t`No text is mapped yet.`}
            text={
              state === 'open'
                ? t`New texts of donors appear here.`
                : t`A text that you map applies to later donations too.`
            }
          />
        }
      />
      {selected.length > 0 && (
        <MappingBar
          count={selected.length}
          purposes={purposes}
          isSaving={saving.isPending}
          errorMessage={errorMessage}
          onChoose={(purposeId) => choices.choose(selectedRows, purposeId)}
          onNew={() => addPurpose(selectedRows)}
          onClear={choices.clear}
          onSave={() => void save()}
        />
      )}
    </>
  )
}

interface MappingBarProps {
  count: number
  purposes: readonly ListEntry[]
  isSaving: boolean
  errorMessage: string | null
  onChoose: (purposeId: string) => void
  onNew: () => void
  onClear: () => void
  onSave: () => void
}

/** What can be done with the selected texts, of all pages. */
function MappingBar(props: MappingBarProps) {
  const { count, purposes, isSaving, errorMessage, onChoose, onNew, onClear, onSave } = props
  const { t } = useLingui()
  const [purposeId, setPurposeId] = useState('')
  const isTooMany = count > MAPPINGS_MAX
  return (
    <section className={styles.bar} aria-label={t`Selected texts`} data-toasts="above" data-print="no">
      {isTooMany && <ErrorLine>{t`At most ${MAPPINGS_MAX} texts can be saved at once.`}</ErrorLine>}
      {errorMessage && <ErrorLine>{errorMessage}</ErrorLine>}
      <div className={styles.tools}>
        <span role="status">
          <Trans>Selected: {count}</Trans>
        </span>
        <PurposeSelect
          label={t`Purpose of all selected texts`}
          placeholder={t`Purpose of all selected texts`}
          value={purposeId}
          purposes={purposes}
          onChange={setPurposeId}
        />
        <Button disabled={purposeId === ''} onClick={() => onChoose(purposeId)}>
          {t({ message: 'Apply', context: 'purpose to the selected texts' })}
        </Button>
        <Button variant="quiet" icon={<Plus aria-hidden="true" />} onClick={onNew}>
          {t`New purpose`}
        </Button>
        <Button variant="quiet" onClick={onClear}>
          {t`Clear selection`}
        </Button>
        <Button variant="primary" isPending={isSaving} disabled={isTooMany} onClick={onSave}>
          {t`Save`}
        </Button>
      </div>
    </section>
  )
}

interface PurposeTextColumns {
  purposes: readonly ListEntry[]
  choices: ReturnType<typeof useMappingChoices>
  /** Opens the form of a new purpose for a text. */
  onNew: (row: PurposeTextRow) => void
}

function usePurposeTextColumns({ purposes, choices, onNew }: PurposeTextColumns): Column<PurposeTextRow>[] {
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
