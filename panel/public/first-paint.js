// Runs before anything is drawn, so that neither theme nor language changes before a person's eyes.
try {
  const theme = localStorage.getItem('sevadesk_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('sevadesk_language') === 'hi') document.documentElement.lang = 'hi'
} catch {
  // Storage is closed to us; the system's choice stands.
}

// The page's own script that does not come would leave it blank. Once the panel is drawn the words are gone from the page.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module')
      document.getElementById('start-failure')?.removeAttribute('hidden')
  },
  true,
)
