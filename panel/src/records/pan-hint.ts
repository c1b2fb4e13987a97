import { useLingui } from '@lingui/react/macro'
import { normalisePan, panProblem } from '@sevadesk/contract/donors/pan.ts'

/** Returns a warning about a PAN that may be a typing mistake, although it is saved. */
export function usePanHint(): (typed: string) => string | undefined {
  const { t } = useLingui()
  return (typed) => {
    const pan = normalisePan(typed)
    const letter = pan.charAt(3)
    if (panProblem(pan, 'unknown') !== 'letter') return undefined
    return t`No kind of PAN with the fourth letter ${letter} is known. Check it once more.`
  }
}
