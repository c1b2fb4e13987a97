/** Fills a field as some password managers do: without an event. */
export function fillSilently(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`)
  if (!field) throw new Error(`There is no field ${name}.`)
  field.value = value
}
