import { useState } from 'react'
import { useIsSettingUp } from '../../../session/second-step-set-up.ts'
import { useUnsavedChanges } from '../../../ui/form/unsaved-changes.ts'
import { useConfirmSecondStep, useSetUpSecondStep } from '../second-step-queries.ts'

/** The steps of setting up an app: the secret, its first code, the recovery codes. */
export function useSetUp(onFinished: () => void) {
  const { mutate, isPending, data: secret, reset } = useSetUpSecondStep()
  const [codes, setCodes] = useState<string[]>()
  const confirmation = useConfirmSecondStep()
  useIsSettingUp(secret !== undefined || codes !== undefined)
  useUnsavedChanges(codes !== undefined)
  return {
    secret,
    codes,
    isStarting: isPending,
    start: () => {
      if (!isPending) mutate()
    },
    /** Here, so that no screen that goes away loses the codes. */
    confirm(code: string) {
      if (!confirmation.isPending) void confirmation.mutateAsync(code).then(setCodes, () => undefined)
    },
    isConfirming: confirmation.isPending,
    refusal: confirmation.error,
    cancel() {
      if (confirmation.isPending) return
      reset()
      confirmation.reset()
    },
    /** Also shows new codes of an app that is set up. */
    showCodes: setCodes,
    finish: () => {
      reset()
      setCodes(undefined)
      onFinished()
    },
  }
}
