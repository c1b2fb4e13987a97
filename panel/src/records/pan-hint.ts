import { useLingui } from '@lingui/react/macro'
import { normalisePan, panProblem } from '@sevadesk/contract/donors/pan.ts'

/** Returns a warning about a PAN that may be a typing mistake, although it is saved. */
export function usePanHint(): (typed: string) => string | undefined {
  const { t } = useLingui()
  return (typed) => {
    const letter = normalisePan(typed).charAt(3)
    const isOdd = panProblem(normalisePan(typed), 'unknown') === 'letter'
    return isOdd ? t`No kind of PAN with the fourth letter ${letter} is known. Check it once more.` : undefined
  }
}
