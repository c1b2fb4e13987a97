import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A file from elsewhere that nothing has written to for so long is nobody's upload any more. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

const OWN_HOST = hostname().replace(/[^a-zA-Z0-9.-]/g, '_')

/** A name for a file that is still being written, which tells who writes it. */
export function newPartName(): string {
  return `${OWN_HOST}-${process.pid}-${randomBytes(8).toString('hex')}.part`
}

/** The files in the folder that nobody is writing any more, by name: their process on this host is gone, or they lie there for a day. */
export async function listLeftoverParts(folder: string): Promise<string[]> {
  const forgotten: string[] = []
  for (const name of await readdir(folder)) if (await isLeftover(name, join(folder, name))) forgotten.push(name)
  return forgotten
}

/**
 * Removes them, and those of a process with the number of this very one, which must have staged nothing yet: in a container every
 * process is number 1.
 */
export async function deleteLeftoverParts(folder: string): Promise<void> {
  const own = (await readdir(folder)).filter(
    (name) => name.startsWith(`${OWN_HOST}-${process.pid}-`) && PART.test(name),
  )
  for (const name of [...own, ...(await listLeftoverParts(folder))]) await rm(join(folder, name), { force: true })
}

const PART = /^(.+)-(\d+)-[0-9a-f]+\.part$/

/** Of this host the process decides alone: an upload over a slow line takes hours. */
async function isLeftover(name: string, place: string): Promise<boolean> {
  const [, host, pid] = PART.exec(name) ?? []
  if (host === undefined) return false
  if (host === OWN_HOST) return !isAlive(Number(pid))
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > FORGOTTEN_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
