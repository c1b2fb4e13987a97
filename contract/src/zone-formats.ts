const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns a format of the zone. Cached under `key` and the zone, since construction is slow. An
 * unknown zone is read as Asia/Kolkata.
 */
export function zoneFormat(
  key: string,
  timeZone: string,
  make: (timeZone: string) => Intl.DateTimeFormat,
): Intl.DateTimeFormat {
  const cacheKey = `${key} ${timeZone}`
  const cached = formats.get(cacheKey)
  if (cached) return cached
  let format: Intl.DateTimeFormat
  try {
    format = make(timeZone)
  } catch {
    format = make('Asia/Kolkata')
  }
  formats.set(cacheKey, format)
  return format
}
