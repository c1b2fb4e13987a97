import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../base/button.tsx'
import { UnpluggedPicture } from '../pictures/illustration.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** What failed, in the specified words. */
  title: ReactNode
  /** Why, where somebody said so. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
}

/** What stands where data would be when it could not be had. */
export function ErrorState({ title, text, onRetry, isRetrying }: ErrorStateProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      picture={<UnpluggedPicture />}
      title={title}
      text={text}
      action={
        onRetry && (
          <Button icon={<RotateCw aria-hidden="true" />} isPending={isRetrying} onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    />
  )
}
