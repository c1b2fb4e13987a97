import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { reasonOf, StartError } from '../../../errors.ts'

/** What encrypts an archive, or opens it: see `readKeyFile`, or a passphrase. */
export type ArchiveKey = { identities: readonly string[]; recipients: readonly string[] } | { passphrase: string }

/** The first line of a file in the age format (age-encryption.org/v1). */
const AGE_LINE = Buffer.from('age-encryption.org/v1\n')

export const AGE_LINE_BYTES = AGE_LINE.length

/** Whether a file with these first bytes is encrypted. */
export function isEncrypted(start: Uint8Array): boolean {
  return AGE_LINE.equals(start.subarray(0, AGE_LINE_BYTES))
}

/**
 * Reads a key file as `age-keygen` writes it: lines with `AGE-SECRET-KEY-1…`, which opens archives,
 * or `age1…`, its public half, which can only encrypt. Throws StartError.
 */
export async function readKeyFile(file: string): Promise<ArchiveKey> {
  try {
    const text = await readFile(file, 'utf8')
    const lines = text.split('\n').flatMap((line) => (line.startsWith('#') ? [] : line.trim() || []))
    const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
    const recipients = lines.filter((line) => line.startsWith('age1'))
    if (lines.length === 0 || identities.length + recipients.length < lines.length) throw new Error('not a key of age')
    for (const identity of identities) recipients.push(await identityToRecipient(identity))
    for (const recipient of recipients) new Encrypter().addRecipient(recipient)
    return { identities, recipients }
  } catch (error) {
    throw new StartError(`The key file ${file} cannot be used: ${reasonOf(error)}.`)
  }
}

/** Returns the content of a new key file. */
export async function newKeyFile(): Promise<{ content: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { content: `# public key: ${recipient}\n${identity}\n`, recipient }
}

/**
 * Returns a key that also opens what it encrypts. If it can only encrypt, adds a new identity, which
 * stays in memory. It is hybrid, so that it weakens no recipient.
 */
export async function withIdentity(key: ArchiveKey): Promise<ArchiveKey> {
  if ('passphrase' in key || key.identities.length > 0) return key
  const identity = await generateHybridIdentity()
  return { identities: [identity], recipients: [...key.recipients, await identityToRecipient(identity)] }
}

export async function encrypt(bytes: Readable, key: ArchiveKey): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) encrypter.setPassphrase(key.passphrase)
  else for (const recipient of key.recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>)
}

/** The last bytes come only if the file is whole. Throws StartError if `key` is not its key. */
export async function decrypt(
  bytes: AsyncIterable<Uint8Array>,
  key: ArchiveKey,
  file: string,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  try {
    return await decrypter.decrypt(ReadableStream.from(bytes) as ReadableStream<Uint8Array>)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new StartError(`The ${'passphrase' in key ? 'passphrase' : 'key'} does not open ${file}.`)
    throw error
  }
}
