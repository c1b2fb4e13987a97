/** One attempt to save. Compared as JSON, files by name, size and date. */
export interface Sending {
  record: unknown
  content: unknown
}

/** Idempotency keys of one form. */
export interface IdempotencyKeys {
  /**
   * Returns 32 hex digits: the record's last key if that attempt got no response and had the same
   * content, otherwise a new key.
   */
  keyOf: (sending: Sending) => string
  /** Call after any response: the next attempt gets a new key. */
  markAnswered: (sending: Sending) => void
}

export function createIdempotencyKeys(newKey = randomId): IdempotencyKeys {
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
    markAnswered: ({ record }) => void open.delete(textOf(record)),
  }
}

/** 32 random hex digits. `randomUUID` needs a secure context. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part instanceof File ? [part.name, part.size, part.lastModified] : part,
  )
}
