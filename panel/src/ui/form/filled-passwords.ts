/** Returns the form's passwords by name. Password managers fill them without an event that React sees. */
export function filledPasswords(form: HTMLFormElement): Record<string, string> {
  const fields = form.querySelectorAll<HTMLInputElement>('input[autocomplete$="-password"]')
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]))
}
