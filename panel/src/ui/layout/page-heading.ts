/** The page's heading, where focus goes when the element that had it is gone. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
