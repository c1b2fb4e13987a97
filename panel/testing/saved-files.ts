import { vi } from 'vitest'

interface SavedFile {
  name: string
  bytes: () => Promise<Uint8Array<ArrayBuffer>>
}

/** The files that the page hands to the browser to keep from now on; until mocks are restored. None reaches the disk. */
export function watchSavedFiles(): SavedFile[] {
  const files: SavedFile[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = fetch(this.href).then((answer) => answer.arrayBuffer())
    files.push({ name: this.download, bytes: async () => new Uint8Array(await file) })
  })
  return files
}
