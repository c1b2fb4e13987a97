/** Headers and body of a form with these fields, for `app.inject`. */
export function formCall(fields: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `${parts.join('')}--x--\r\n` }
}
