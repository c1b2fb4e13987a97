/**
 * Stops the browser from opening a file that is dropped beside the picker, which would replace the
 * page and lose what was typed. Returns a function that removes the listeners.
 */
export function preventFileOpen(target: Window): () => void {
  target.addEventListener('dragover', refuseFiles)
  target.addEventListener('drop', refuseFiles)
  return () => {
    target.removeEventListener('dragover', refuseFiles)
    target.removeEventListener('drop', refuseFiles)
  }
}

function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
