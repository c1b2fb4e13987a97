import { Trans } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reloadIfOutdated, reloadIfReachable } from '../api/newer-panel.ts'
import { Button } from '../ui/base/button.tsx'
import { ScreenLoadError } from './lazy-screen.ts'
import styles from './page-error.module.css'

/** Replaces a page that failed to render; the shell stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isLoadError = error instanceof ScreenLoadError

  // Shows no error to a page that is about to reload.
  const [isShown, setShown] = useState(!isLoadError)

  useEffect(() => {
    console.error(error)
    if (isLoadError) void reloadIfOutdated().then((isReloading) => setShown(!isReloading))
  }, [error, isLoadError])

  if (!isShown) return null
  return (
    <div className={styles.error} role="alert">
      <h1 tabIndex={-1}>
        {isLoadError ? (
          <Trans>This page could not be loaded.</Trans>
        ) : (
          <Trans>Something went wrong on this page.</Trans>
        )}
      </h1>
      <p>
        {isLoadError ? (
          <Trans>Check your internet connection and try again.</Trans>
        ) : (
          <Trans>The other pages still work. If this happens again, tell your administrator.</Trans>
        )}
      </p>
      <Button
        onClick={() => {
          if (isLoadError) return void reloadIfReachable()
          reset()
          void router.invalidate()
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
