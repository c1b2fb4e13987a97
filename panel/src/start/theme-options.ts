import { useLingui } from '@lingui/react/macro'
import type { ThemeChoice } from '../ui/base/theme-choice.ts'

export function useThemeOptions(): readonly { value: ThemeChoice; label: string }[] {
  const { t } = useLingui()
  return [
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
    { value: 'system', label: t`Automatic` },
  ]
}
