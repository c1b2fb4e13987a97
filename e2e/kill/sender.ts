import { type ContentClient, type ListedItem, Refused } from './content-client.ts'
import { type Content, type ExpectedContent, type Item, KINDS, type Kind } from './expected-content.ts'
import { hashOf, randomPhoto, randomVideo, type SentFile } from './random-content.ts'

/** State that the senders of a round share with `killAt`. */
export interface Round {
  readonly client: ContentClient
  readonly expected: ExpectedContent
  readonly random: () => number
  /** SHA-256 of each sent photo. */
  readonly sentPhotos: Set<string>
  /** If true, senders start no new call. */
  isPaused: boolean
  /** If true, calls may fail because the server is being killed. */
  isOver: boolean
}

/** Above this number of items, senders delete more than they add. */
const MAX_ITEMS = 60

/** Adds, changes and deletes items until the round is paused or the server is killed. */
export async function send(round: Round): Promise<void> {
  try {
    while (!round.isPaused) await sendOne(round)
  } catch (error) {
    if (error instanceof Refused || !round.isOver) throw error
  }
}

/** Rejects when a sender fails; never resolves. */
export function failureOf(senders: readonly Promise<void>[]): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const sender of senders) sender.catch(reject)
  })
}

async function sendOne(round: Round): Promise<void> {
  const { expected, random } = round
  const isFull = expected.size > MAX_ITEMS
  const choice = random()
  const item = choice < (isFull ? 0.8 : 0.45) ? expected.take() : undefined
  if (item === undefined) await add(round)
  else if (choice < (isFull ? 0.1 : 0.25)) await change(round, item)
  else await remove(round, item)
}

async function add({ client, expected, random, ...round }: Round): Promise<void> {
  const kind = KINDS[Math.floor(random() ** 1.5 * KINDS.length)] ?? 'photo'
  const title = titleBy(random)
  const files: SentFile[] = []
  const amount = { photo: 1 + Math.floor(random() * 3), video: 1, event: random() < 0.6 ? 1 : 0 }[kind]
  while (files.length < amount) files.push(await makeFile(kind, random, round.sentPhotos))
  const contents: Content[] =
    files.length > 0 ? files.map(({ fingerprint }) => ({ title, file: fingerprint })) : [{ title, file: undefined }]
  const batch = expected.willAdd(contents)
  const added = await client.add(kind, title, files)
  expected.added(batch, together(added, contents))
}

async function change({ client, expected, random, ...round }: Round, item: Item): Promise<void> {
  const file = random() < 0.8 ? await makeFile(item.kind, random, round.sentPhotos) : undefined
  const content = { title: titleBy(random), file: file?.fingerprint ?? item.content.file }
  expected.willChange(item, content)
  await client.change(item, content.title, file)
  expected.changed(item, content)
}

async function remove({ client, expected }: Round, item: Item): Promise<void> {
  expected.willDelete(item)
  await client.remove(item)
  expected.deleted(item)
}

async function makeFile(kind: Kind, random: () => number, sentPhotos: Set<string>): Promise<SentFile> {
  if (kind === 'video') return randomVideo(random)
  const photo = await randomPhoto(random)
  sentPhotos.add(hashOf(photo.bytes))
  return photo
}

function titleBy(random: () => number): string {
  return `Title ${Math.floor(random() * 1e9)}`
}

function together(added: readonly ListedItem[], contents: readonly Content[]): Item[] {
  if (added.length !== contents.length) throw new Refused(`${contents.length} were sent, ${added.length} answered`)
  return added.flatMap(({ kind, id }, at) => {
    const content = contents[at]
    return content ? [{ kind, id, content }] : []
  })
}
