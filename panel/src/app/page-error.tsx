import { Trans } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../ui/base/button.tsx'
import styles from './page-error.module.css'

/** Replaces a page that failed to render; the shell stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()

  useEffect(() => console.error(error), [error])

  return (
    <div className={styles.error} role="alert">
      <h1 tabIndex={-1}>
        <Trans>Something went wrong on this page.</Trans>
      </h1>
      <p>
        <Trans>The other pages still work. If this happens again, tell your administrator.</Trans>
      </p>
      <Button
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
