import { useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../ui/error-state.tsx'

/** Stands in for one page that broke; the shell around it lives on. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()

  useEffect(() => console.error(error), [error])

  return (
    <ErrorState
      title={t`Something went wrong on this page.`}
      text={t`The rest of the panel still works. If it happens again, tell whoever looks after the panel.`}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
