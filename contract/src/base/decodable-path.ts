/** Escapes the percent signs of a path that cannot be decoded: it is an unknown path, not an error. */
export function decodablePath(path: string): string {
  try {
    // A bundler drops a call whose result is not used.
    return decodeURIComponent(path) && path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
