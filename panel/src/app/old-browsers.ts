/**
 * Safari knows AbortSignal.timeout from 16 on, and React Aria calls it whenever an on-screen keyboard opens or closes: without it, a
 * dialog on an older iPhone would let the page behind it scroll. The signal aborts after `delay` milliseconds.
 */
function timeout(delay: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), delay)
  return controller.signal
}

if (!('timeout' in AbortSignal)) Object.defineProperty(AbortSignal, 'timeout', { value: timeout })
