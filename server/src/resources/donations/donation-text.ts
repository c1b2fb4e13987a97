/** SQLite keeps whatever another program puts into a column of text. What is none is taken for missing, and must not stop anything else. */
export function asText(value: string | null): string | null {
  return typeof value === 'string' ? value : null
}
