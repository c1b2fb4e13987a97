export const KINDS = ['photo', 'video', 'event'] as const
export type Kind = (typeof KINDS)[number]

/** Title and file fingerprint of an item. Events may lack a file. */
export interface Content {
  readonly title: string
  readonly file: string | undefined
}

export interface Thing {
  readonly kind: Kind
  readonly id: string
  readonly content: Content
}

/** What the server may show of one item. */
interface Expectation {
  readonly thing: Thing
  /**
   * Texts of the contents that it may have: one, or two while a change was asked for and not
   * acknowledged.
   */
  readonly contents: Set<string>
  mayBeGone: boolean
}

/** Tracks what was sent and acknowledged, and compares it with what exists. */
export class ExpectedContent {
  readonly #things = new Map<string, Expectation>()
  readonly #free = new Set<string>()
  readonly #sent = new Set<string>()
  /**
   * Calls that add several things at once and were not acknowledged yet: all of them come, or none.
   */
  readonly #batches = new Set<readonly string[]>()
  acknowledged = 0

  get size(): number {
    return this.#things.size
  }

  /** Call before the request that adds them; pass the result to `added`. */
  willAdd(contents: readonly Content[]): readonly string[] {
    const batch = contents.map(textOf)
    for (const text of batch) this.#sent.add(text)
    this.#batches.add(batch)
    return batch
  }

  added(batch: readonly string[], things: readonly Thing[]): void {
    this.#batches.delete(batch)
    for (const thing of things) this.#know(thing)
    this.acknowledged += 1
  }

  /**
   * Something that nobody is changing at the moment; it is the caller's until `changed`, `deleted`
   * or the next `settle`.
   */
  take(): Thing | undefined {
    const [key] = this.#free
    if (key === undefined) return undefined
    this.#free.delete(key)
    return this.#things.get(key)?.thing
  }

  willChange(thing: Thing, content: Content): void {
    this.#sent.add(textOf(content))
    this.#things.get(keyOf(thing))?.contents.add(textOf(content))
  }

  changed(thing: Thing, content: Content): void {
    this.#know({ ...thing, content })
    this.acknowledged += 1
  }

  willDelete(thing: Thing): void {
    const expected = this.#things.get(keyOf(thing))
    if (expected) expected.mayBeGone = true
  }

  deleted(thing: Thing): void {
    this.#things.delete(keyOf(thing))
    this.acknowledged += 1
  }

  /**
   * Compares with everything that exists now, which then becomes the expectation. Returns the
   * differences.
   */
  settle(found: readonly Thing[]): string[] {
    const foundTexts = new Set(found.map(({ content }) => textOf(content)))
    const byKey = new Map(found.map((thing) => [keyOf(thing), thing]))
    const wrong = [
      ...[...this.#things].flatMap(([key, expected]) => this.#judge(key, expected, byKey.get(key))),
      ...found.flatMap((thing) =>
        this.#sent.has(textOf(thing.content)) ? [] : `${keyOf(thing)} shows what nobody sent: ${textOf(thing.content)}`,
      ),
      ...[...this.#batches].flatMap((batch) => {
        const arrived = batch.filter((text) => foundTexts.has(text)).length
        return arrived === 0 || arrived === batch.length ? [] : `of ${batch.length} sent together ${arrived} are there`
      }),
    ]
    this.#things.clear()
    this.#free.clear()
    this.#batches.clear()
    for (const thing of found) this.#know(thing)
    return wrong
  }

  #judge(key: string, { contents, mayBeGone }: Expectation, found: Thing | undefined): string[] {
    if (!found) return mayBeGone ? [] : [`acknowledged ${key} is gone`]
    const text = textOf(found.content)
    return contents.has(text) ? [] : [`${key} shows ${text}, but was acknowledged with ${[...contents].join(' or ')}`]
  }

  #know(thing: Thing): void {
    const key = keyOf(thing)
    this.#things.set(key, { thing, contents: new Set([textOf(thing.content)]), mayBeGone: false })
    this.#free.add(key)
  }
}

function keyOf({ kind, id }: Pick<Thing, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

function textOf({ title, file = 'no file' }: Content): string {
  return `${title} with ${file}`
}
