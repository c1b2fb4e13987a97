import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '../base/button.tsx'

interface FormActionsProps {
  saveLabel: ReactNode
  isSaving: boolean
  /** Whether the last try failed: the button then says that another one follows. */
  hasFailed: boolean
  onClose: () => void
  /** Of the button that saves. */
  saveRef?: Ref<HTMLButtonElement>
}

/** Save and close, at the foot of a form. */
export function FormActions({ saveLabel, isSaving, hasFailed, onClose, saveRef }: FormActionsProps) {
  const { t } = useLingui()
  return (
    <>
      <Button
        ref={saveRef}
        type="submit"
        variant="primary"
        icon={hasFailed && <RotateCw aria-hidden="true" />}
        isPending={isSaving}
        pendingLabel={t`Saving...`}
      >
        {hasFailed ? t`Try again` : saveLabel}
      </Button>
      <Button disabled={isSaving} onClick={onClose}>
        {t`Close`}
      </Button>
    </>
  )
}
