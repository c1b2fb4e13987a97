import { Trans, useLingui } from '@lingui/react/macro'
import { MAPPINGS_MAX } from '@sevadesk/contract/settings/purpose-mapping.ts'
import { useState } from 'react'
import Plus from '~icons/lucide/plus'
import { Button } from '../../ui/base/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import type { ListEntry } from './list-entry.ts'
import styles from './purpose-mapping-page.module.css'
import { PurposeSelect } from './purpose-select.tsx'

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
export function MappingBar(props: MappingBarProps) {
  const { count, purposes, isSaving, errorMessage, onChoose, onNew, onClear, onSave } = props
  const { t } = useLingui()
  const [purposeId, setPurposeId] = useState('')
  const isTooMany = count > MAPPINGS_MAX
  return (
    <section className={styles.bar} aria-label={t`Selected texts`} data-print="no">
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
