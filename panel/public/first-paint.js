// Runs before anything is drawn, so that neither theme nor language changes before a person's eyes.
try {
  const theme = localStorage.getItem('sevadesk_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('sevadesk_language') === 'hi') document.documentElement.lang = 'hi'
} catch {
  // Storage is closed to us; the system's choice stands.
}

// A script of the page that does not come would leave it blank; what fails later has an element no more.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.getElementById('start-failure')?.removeAttribute('hidden')
  },
  true,
)
