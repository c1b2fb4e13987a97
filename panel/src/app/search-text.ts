/** Reads the part of an address after "?" as plain text: by default the router would turn `98` into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The other way round; what is empty stays out of the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString()
  return text && `?${text}`
}
