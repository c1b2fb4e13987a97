/** How long the browser may take to begin, in milliseconds: Safari begins late. */
const PATIENCE_MS = 60_000

/** Lets the browser keep a file under this name, as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE_MS)
}
