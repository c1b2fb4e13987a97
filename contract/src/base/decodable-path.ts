/** Escapes the percent signs of a path that cannot be decoded: it is an unknown path, not an error. */
export function decodablePath(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
