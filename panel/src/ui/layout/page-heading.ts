/** The page's heading, which gets focus when the focused element is removed. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
