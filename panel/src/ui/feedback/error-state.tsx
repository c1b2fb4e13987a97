import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import RotateCw from '~icons/lucide/rotate-cw'
import { Button } from '../base/button.tsx'
import { UnpluggedPicture } from '../pictures/illustration.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** The specification's text. */
  title: ReactNode
  /** The server's message. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
}

/** Shown instead of data that could not be loaded. */
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
