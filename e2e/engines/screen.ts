/** XPath of the panel's elements by their English labels. All drivers support XPath. */

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)

export function field(label: string): string {
  return `//*[@id=//label[normalize-space()=${quoted(label)}]/@for]`
}

/** A button by its text or `aria-label`. */
export function button(name: string): string {
  return `//button[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`
}

export function words(text: string): string {
  return `//*[text()[contains(., ${quoted(text)})]]`
}

/** The card with this title, or the element at the XPath `within` the card. */
export function card(title: string, within = ''): string {
  return `//article[.//h2[normalize-space()=${quoted(title)}]]${within}`
}

export function link(name: string): string {
  return `//a[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`
}
