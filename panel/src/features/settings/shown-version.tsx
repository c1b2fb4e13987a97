import { useLingui } from '@lingui/react/macro'
import type { Settings } from '@sevadesk/contract/settings/settings-schemas.ts'
import { useId, useMemo } from 'react'
import RotateCcw from '~icons/lucide/rotate-ccw'
import { Button } from '../../ui/base/button.tsx'
import { FieldError } from '../../ui/base/field-frame.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { isDoubleClick } from '../../ui/dialog/double-click.ts'
import { ErrorState, useRetry } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ReceiptPreview } from './receipt-preview.tsx'
import { draftOf } from './settings-draft.ts'
import styles from './settings-page.module.css'
import { useBringBack, useRefusalText, useSettingsVersion } from './settings-queries.ts'

interface ShownVersionProps {
  settings: Settings
  version: number
  day: string
  onDayChange: (day: string) => void
}

/** The receipt as a version prints it. An earlier version can be brought back. */
export function ShownVersion({ settings, version, day, onDayChange }: ShownVersionProps) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const isEarlier = version !== settings.version
  const query = useSettingsVersion(isEarlier ? version : undefined)
  const retry = useRetry(query, undefined)
  const bringBack = useBringBack()
  const refusalText = useRefusalText()
  const errorId = useId()
  const shown = isEarlier ? query.data : settings
  const draft = useMemo(() => shown && draftOf(shown), [shown])

  async function askAndBringBack() {
    const isConfirmed = await confirm({
      title: t`Bring back version ${version}?`,
      text: t`Its content becomes a new version, in force at once. Nothing is deleted.`,
      confirmLabel: t`Bring back`,
    })
    if (isConfirmed && shown) bringBack.mutate({ content: shown.content, from: settings.version })
  }

  return (
    <div className={styles.shown}>
      {isEarlier && (
        <div className={styles.earlier}>
          <p>{t`This is how version ${version} prints a receipt. It is no longer in force.`}</p>
          <Button
            icon={<RotateCcw aria-hidden="true" />}
            isPending={bringBack.isPending}
            aria-describedby={bringBack.error ? `${errorId}-error` : undefined}
            disabled={!shown}
            onClick={(event) => void (isDoubleClick(event) || askAndBringBack())}
          >
            {t`Bring back this version`}
          </Button>
          <FieldError id={errorId}>{bringBack.error ? refusalText(bringBack.error) : undefined}</FieldError>
        </div>
      )}
      {draft && <ReceiptPreview draft={draft} day={day} onDayChange={onDayChange} />}
      {isEarlier && query.isPending && (
        <Loading label={t`Loading settings...`}>
          <Skeleton shape="picture" />
        </Loading>
      )}
      {query.error && (
        <ErrorState
          title={t`Failed to load the settings.`}
          text={query.error.message}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
      )}
    </div>
  )
}
