export const KINDS = ['photo', 'video', 'event'] as const
export type Kind = (typeof KINDS)[number]

/** Title and fingerprint of the file of an item. Events may lack a file. */
export interface Content {
  readonly title: string
  readonly file: string | undefined
}

export interface Item {
  readonly kind: Kind
  readonly id: string
  readonly content: Content
}

/** The states in which the server may return an item. */
interface Expectation {
  readonly item: Item
  /** The item's possible contents as text: one, or two while a change is unacknowledged. */
  readonly contents: Set<string>
  mayBeGone: boolean
}

/** Tracks the content sent and acknowledged, and compares it with the items that exist. */
export class ExpectedContent {
  readonly #items = new Map<string, Expectation>()
  readonly #free = new Set<string>()
  readonly #sent = new Set<string>()
  /** Unacknowledged calls that add items: either all items of a call must exist, or none. */
  readonly #batches = new Set<readonly string[]>()
  readonly #deleted = new Set<string>()
  readonly #watches = new Set<ContentWatch>()
  acknowledged = 0

  get size(): number {
    return this.#items.size
  }

  /** Call before the request that adds the contents; pass the result to `added`. */
  willAdd(contents: readonly Content[]): readonly string[] {
    const batch = contents.map(textOf)
    for (const text of batch) this.#sent.add(text)
    this.#batches.add(batch)
    return batch
  }

  added(batch: readonly string[], items: readonly Item[]): void {
    this.#batches.delete(batch)
    for (const item of items) this.#expectOnly(item)
    this.acknowledged += 1
  }

  /**
   * Reserves an item that no other sender is changing, until `changed`, `deleted` or the next
   * `reconcile`.
   */
  take(): Item | undefined {
    const [key] = this.#free
    if (key === undefined) return undefined
    this.#free.delete(key)
    return this.#items.get(key)?.item
  }

  willChange(item: Item, content: Content): void {
    this.#sent.add(textOf(content))
    this.#items.get(keyOf(item))?.contents.add(textOf(content))
    for (const watch of this.#watches) watch.mayChange(keyOf(item), textOf(content))
  }

  changed(item: Item, content: Content): void {
    this.#expectOnly({ ...item, content })
    this.acknowledged += 1
  }

  willDelete(item: Item): void {
    const expected = this.#items.get(keyOf(item))
    if (expected) expected.mayBeGone = true
    for (const watch of this.#watches) watch.mayGo(keyOf(item))
  }

  deleted(item: Item): void {
    this.#items.delete(keyOf(item))
    this.#deleted.add(keyOf(item))
    this.acknowledged += 1
  }

  /** Returns what a copy must hold that is made from now on, until `stop`. */
  watch(): ContentWatch {
    const watch = new ContentWatch(this.#items, this.#deleted, this.#sent, () => this.#watches.delete(watch))
    this.#watches.add(watch)
    return watch
  }

  /**
   * Returns the differences between the expected and the existing items. Afterwards expects exactly
   * the existing items.
   */
  reconcile(existing: readonly Item[]): string[] {
    const foundTexts = new Set(existing.map(({ content }) => textOf(content)))
    const byKey = new Map(existing.map((item) => [keyOf(item), item]))
    const wrong = [
      ...[...this.#items].flatMap(([key, expected]) => this.#validate(key, expected, byKey.get(key))),
      ...existing.flatMap((item) =>
        this.#sent.has(textOf(item.content))
          ? []
          : `${keyOf(item)} has content that no client sent: ${textOf(item.content)}`,
      ),
      ...[...this.#batches].flatMap((batch) => {
        const arrived = batch.filter((text) => foundTexts.has(text)).length
        return arrived === 0 || arrived === batch.length ? [] : `${arrived} of ${batch.length} items of one call exist`
      }),
    ]
    this.#items.clear()
    this.#free.clear()
    this.#batches.clear()
    for (const item of existing) this.#expectOnly(item)
    return wrong
  }

  #validate(key: string, { contents, mayBeGone }: Expectation, existing: Item | undefined): string[] {
    if (!existing) return mayBeGone ? [] : [`acknowledged ${key} is gone`]
    const text = textOf(existing.content)
    return contents.has(text) ? [] : [`${key} shows ${text}, but was acknowledged with ${[...contents].join(' or ')}`]
  }

  #expectOnly(item: Item): void {
    const key = keyOf(item)
    this.#items.set(key, { item, contents: new Set([textOf(item.content)]), mayBeGone: false })
    this.#free.add(key)
  }
}

/** The acknowledged content of one moment, and every change that was sent since. */
class ContentWatch {
  readonly #items: Map<string, { contents: Set<string>; mayBeGone: boolean }>
  readonly #deleted: Set<string>
  readonly #sent: ReadonlySet<string>
  readonly stop: () => void

  constructor(
    items: ReadonlyMap<string, Expectation>,
    deleted: ReadonlySet<string>,
    sent: ReadonlySet<string>,
    stop: () => void,
  ) {
    this.#items = new Map(
      [...items].map(([key, { contents, mayBeGone }]) => [key, { contents: new Set(contents), mayBeGone }]),
    )
    this.#deleted = new Set(deleted)
    this.#sent = sent
    this.stop = stop
  }

  mayChange(key: string, text: string): void {
    this.#items.get(key)?.contents.add(text)
  }

  mayGo(key: string): void {
    const item = this.#items.get(key)
    if (item) item.mayBeGone = true
  }

  /** Returns the differences of a copy. */
  compare(copied: readonly Item[]): string[] {
    const byKey = new Map(copied.map((item) => [keyOf(item), textOf(item.content)]))
    return [
      ...[...this.#items].flatMap(([key, { contents, mayBeGone }]) => {
        const text = byKey.get(key)
        if (text === undefined) return mayBeGone ? [] : [`${key} is not in the copy`]
        return contents.has(text) ? [] : [`${key} is ${text} in the copy, not ${[...contents].join(' or ')}`]
      }),
      ...[...byKey].flatMap(([key, text]) => [
        ...(this.#deleted.has(key) ? [`${key} is in the copy, but was deleted before`] : []),
        ...(this.#sent.has(text) ? [] : [`${key} has content in the copy that no client sent: ${text}`]),
      ]),
    ]
  }
}

function keyOf({ kind, id }: Pick<Item, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

function textOf({ title, file = 'no file' }: Content): string {
  return `${title} with ${file}`
}
