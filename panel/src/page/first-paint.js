// Runs before the first paint, so that theme and language do not change visibly.
try {
  const theme = localStorage.getItem('sevadesk_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const language = localStorage.getItem('sevadesk_language') ?? ''
  if (/^[a-z]{2}$/.test(language)) document.documentElement.lang = language
} catch {
  // Without storage, the system's setting applies.
}

// Without this, a script that fails to load leaves a blank page. Rendering the panel removes the
// text. A 404 means that a newer panel has replaced the
// script, so the page reloads once.
addEventListener(
  'error',
  async ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const { status } = await fetch(target.src, { method: 'HEAD' }).catch(() => ({ status: 0 }))
    if (status === 404 && mayReload()) location.reload()
    else document.getElementById('start-failure')?.removeAttribute('hidden')
  },
  true,
)

/** As `mayReload` in src/api/newer-panel.ts. */
function mayReload() {
  try {
    const last = Number(sessionStorage.getItem('sevadesk_reloaded'))
    sessionStorage.setItem('sevadesk_reloaded', String(Date.now()))
    return Math.abs(Date.now() - last) > 60_000
  } catch {
    return false
  }
}
