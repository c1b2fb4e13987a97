import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'

const here = location.href

/**
 * The browser's own history, with a new entry for `path`. Ends with the test: its listener would
 * handle Back in later tests, also of other files.
 */
export function openBrowserHistory(path: string): RouterHistory {
  window.history.pushState(null, '', path)
  const history = createBrowserHistory()
  onTestFinished(async () => {
    // A mounted panel may still navigate, which fails after destroy().
    await cleanup()
    history.destroy()
    window.history.replaceState(null, '', here)
  })
  return history
}
