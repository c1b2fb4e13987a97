import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PartlySavedError } from '../../media/partly-saved-error.ts'
import { unknownOutcomeOf } from '../../media/upload-failure.ts'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { faultOf } from './send-batch.ts'

/** Describes a partly saved batch: the number of added photos, the refused ones, and the cause. */
export function usePartlySavedText(): (outcome: PartlySavedError) => string {
  const { t } = useLingui()
  const failureText = useFailureText()
  return ({ saved, refusals, unsent, cause }) => {
    const total = saved.length + refusals.size + unsent.length
    const names = [...refusals.keys()].map(({ name }) => name).join(', ')
    const isStopped = cause instanceof Error
    const isFaulty = faultOf(cause) !== undefined && [...refusals.values()].some((refusal) => refusal === cause)
    const unknownOutcome = unknownOutcomeOf(cause)
    const [inDoubt] = unknownOutcome === 'repeats' ? unsent : []
    return [
      saved.length === 0 && !unknownOutcome && t`None of the ${total} photos was added.`,
      saved.length > 0 &&
        t`${plural(saved.length, {
          one: `# of ${total} photos was added.`,
          other: `# of ${total} photos were added.`,
        })}`,
      refusals.size > 0 && t`Not added: ${names}`,
      isFaulty && t`The server had an error, so the remaining photos were not sent.`,
      isStopped && !isFaulty && cause.name !== 'AbortError' && failureText(cause),
      inDoubt && t`“${inDoubt.name}” may have been added. Check the list below before you try again.`,
      isStopped && t`The other photos are still here.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
}
