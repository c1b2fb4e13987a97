// Runs before the first paint, so that theme and language do not change visibly.
try {
  const theme = localStorage.getItem('sevadesk_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('sevadesk_language') === 'hi') document.documentElement.lang = 'hi'
} catch {
  // Without storage, the system's setting applies.
}

// Without this, a script that fails to load leaves a blank page. Rendering the panel removes the
// text.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module')
      document.getElementById('start-failure')?.removeAttribute('hidden')
  },
  true,
)
