import { vi } from 'vitest'

interface SavedFile {
  name: string
  bytes: () => Promise<Uint8Array<ArrayBuffer>>
}

/** Collects downloads until mocks are restored. None is written to disk. */
export function watchSavedFiles(): SavedFile[] {
  const files: SavedFile[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = fetch(this.href).then((response) => response.arrayBuffer())
    file.catch(() => {}) // A test that looks at the name alone may end before the file is read.
    files.push({ name: this.download, bytes: async () => new Uint8Array(await file) })
  })
  return files
}
