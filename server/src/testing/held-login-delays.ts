import { vi } from 'vitest'
import { LOGIN_DELAY_MS } from '../resources/accounts/sign-in/login-delay-service.ts'

/** Sign-ins that wait because their account is under attack. */
export interface HeldLoginDelays {
  count(): number
  end(): void
}

/** Holds each wait of a sign-in until end(). Ended by vi.restoreAllMocks(). */
export function holdLoginDelays(): HeldLoginDelays {
  const waits: (() => void)[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === LOGIN_DELAY_MS ? waits.push(run) : setTimeout(run, ms)) as typeof setTimeout)
  return {
    count: () => waits.length,
    end: () => {
      for (const run of waits.splice(0)) run()
    },
  }
}
