import { useEffect } from 'react'

let count = 0

/**
 * Whether the user is setting up the second step: from the secret until the recovery codes, which
 * are shown once, are saved.
 */
export function isSettingUp(): boolean {
  return count > 0
}

export function useIsSettingUp(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    count += 1
    return () => {
      count -= 1
    }
  }, [isUnderWay])
}
