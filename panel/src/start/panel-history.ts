/** The address of the page. The router's histories have these members too. */
export interface PanelHistory {
  readonly location: { readonly pathname: string; readonly search: string }
  push(path: string): void
  replace(path: string): void
}

/** Without the router: the login screen does not load it. */
export const browserHistory: PanelHistory = {
  get location() {
    return window.location
  },
  push: (path) => window.history.pushState(null, '', path),
  replace: (path) => window.history.replaceState(null, '', path),
}

const BASE = import.meta.env.BASE_URL

/** Returns the path below the panel's base in lower case, such as `/donations`. */
export function panelPath({ pathname }: { pathname: string }): string {
  const below = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname.replace(/^\//, '')
  return `/${below.replace(/\/$/, '').toLowerCase()}`
}

/** Returns the address of a path below the panel's base, such as `post-login`. */
export function addressOf(path: string): string {
  return BASE + path
}
