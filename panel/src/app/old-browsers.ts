/**
 * Safari 15 lacks AbortSignal.timeout (ms), which React Aria calls when an on-screen keyboard
 * opens: a dialog would let the page behind it scroll.
 */
function timeout(delay: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), delay)
  return controller.signal
}

if (!('timeout' in AbortSignal)) Object.defineProperty(AbortSignal, 'timeout', { value: timeout })
