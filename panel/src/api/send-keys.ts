/** What one call would do. Both are compared by their JSON, files by name, size and date. */
interface Sending {
  /** The record that is made or changed. */
  record: unknown
  /** All that is said of it. */
  content: unknown
}

/** Hands out the keys by which a server knows a sending again. */
export interface SendKeys {
  /** 32 hex digits: the last try's, while that got no answer and nothing was changed since; otherwise a new one. */
  keyOf: (sending: Sending) => string
  /** The server has answered, whatever it said: the next try is another. */
  answered: (sending: Sending) => void
}

/** `newKey` makes a key that was never used before. */
export function createSendKeys(newKey = randomKey): SendKeys {
  const open = new Map<string, { content: string; key: string }>()
  return {
    keyOf: ({ record, content }) => {
      const name = textOf(record)
      const text = textOf(content)
      const last = open.get(name)
      if (last?.content === text) return last.key
      const key = newKey()
      open.set(name, { content: text, key })
      return key
    },
    answered: ({ record }) => void open.delete(textOf(record)),
  }
}

/** Not `randomUUID`, which browsers keep to secure pages. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part instanceof File ? [part.name, part.size, part.lastModified] : part,
  )
}
