/**
 * AbortSignal.timeout for Safari 15; `delay` is in ms. React Aria calls it when an on-screen
 * keyboard opens. Without it, the page behind a dialog would scroll.
 */
function timeout(delay: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), delay)
  return controller.signal
}

if (!('timeout' in AbortSignal)) Object.defineProperty(AbortSignal, 'timeout', { value: timeout })
