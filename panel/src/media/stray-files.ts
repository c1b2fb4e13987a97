/**
 * Keeps the browser from opening a file that is dropped beside its place, which would take the page with all that was typed. Ends when
 * the answered function is called.
 */
export function catchStrayFiles(target: Window): () => void {
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
  return () => {
    target.removeEventListener('dragover', refuse)
    target.removeEventListener('drop', refuse)
  }
}

/** Text that is dragged into a field is none of this, nor what somebody has already taken. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
