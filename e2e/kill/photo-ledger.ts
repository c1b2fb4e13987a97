import { createHash } from 'node:crypto'

/** What the server may show of one photo, judged by what it acknowledged. */
interface Expectation {
  /** Hashes of the bytes that it may have: one, or two while a change was asked for and not acknowledged. */
  hashes: Set<string>
  mayBeGone: boolean
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Keeps account of what was sent and what was acknowledged, and holds a list of found photos against it. */
export class PhotoLedger {
  readonly #photos = new Map<string, Expectation>()
  readonly #sent = new Set<string>()
  readonly #free = new Set<string>()
  acknowledged = 0

  willSend(bytes: Uint8Array): string {
    const hash = hashOf(bytes)
    this.#sent.add(hash)
    return hash
  }

  added(id: string, hash: string): void {
    this.#photos.set(id, { hashes: new Set([hash]), mayBeGone: false })
    this.#free.add(id)
    this.acknowledged += 1
  }

  /** A photo that nobody is changing at the moment; it is the caller's until `changed`, `deleted` or the next `settle`. */
  take(): string | undefined {
    const [id] = this.#free
    if (id !== undefined) this.#free.delete(id)
    return id
  }

  willChange(id: string, hash: string): void {
    this.#photos.get(id)?.hashes.add(hash)
  }

  changed(id: string, hash: string): void {
    this.added(id, hash)
  }

  willDelete(id: string): void {
    const photo = this.#photos.get(id)
    if (photo) photo.mayBeGone = true
  }

  deleted(id: string): void {
    this.#photos.delete(id)
    this.acknowledged += 1
  }

  /** Compares with every photo that is there now, by id and hash, and takes that as known. Answers what is wrong, in words. */
  settle(found: ReadonlyMap<string, string>): string[] {
    const wrong: string[] = []
    for (const [id, { hashes, mayBeGone }] of this.#photos) {
      const hash = found.get(id)
      if (hash === undefined && !mayBeGone) wrong.push(`acknowledged photo ${id} is gone`)
      if (hash !== undefined && !hashes.has(hash)) wrong.push(`photo ${id} has other bytes than were acknowledged`)
    }
    for (const [id, hash] of found) {
      if (!this.#sent.has(hash)) wrong.push(`photo ${id} has bytes that nobody sent`)
    }
    this.#photos.clear()
    this.#free.clear()
    for (const [id, hash] of found) {
      this.#photos.set(id, { hashes: new Set([hash]), mayBeGone: false })
      this.#free.add(id)
    }
    return wrong
  }
}
