import { useLingui } from '@lingui/react/macro'
import { formatSizeLimit } from '../ui/format/money.tsx'

/** Says that a file to send is too large. A photo may still be too large once it is made smaller. */
export function useSizeProblem(maxBytes = Number.POSITIVE_INFINITY): (file: File) => string | undefined {
  const { t, i18n } = useLingui()
  return (file) => {
    if (file.size <= maxBytes) return undefined
    const limit = formatSizeLimit(maxBytes, i18n.locale)
    return t`Too large. A photo may be up to ${limit}.`
  }
}
