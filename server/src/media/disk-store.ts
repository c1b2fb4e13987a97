import { createReadStream } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertWritable, emptyIfMissing, errorCode, isRegularFile, syncFolder } from './disk-files.ts'
import { removeFound, surveyDisk } from './disk-survey.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { isStoredPath, parseStoredPath } from './media.ts'

/** The first characters of a file's name. */
const FILE_FOLDER = /^[0-9a-f]{2}$/

/** Stores files in `media/` of the data folder. Writes nothing before the first `put`. */
export function diskStore(dataDir: string): FileStore {
  const directory = join(dataDir, 'media')

  function locate(path: string): string {
    if (!isStoredPath(path)) throw new Error(`Not a stored path: ${JSON.stringify(path)}`)
    return join(directory, path.slice('/media/'.length))
  }

  /** Throws ENOENT unless the path holds a regular file. */
  async function locateFile(path: string): Promise<string> {
    const file = locate(path)
    if (await isRegularFile(file)) return file
    throw Object.assign(new Error(`There is no regular file at ${path}.`), { code: 'ENOENT' })
  }

  return {
    delivery: { directory },
    async tryWrite() {
      await assertWritable(join(dataDir, 'tmp'), directory)
      // A copy that another user has made may own some of them.
      const folders = (await readdir(directory)).filter((name) => FILE_FOLDER.test(name))
      await Promise.all(folders.map((name) => access(join(directory, name), constants.W_OK | constants.X_OK)))
    },
    async put(files) {
      const changed = new Set<string>()
      for (const { from, path } of files) {
        const target = locate(path)
        await mkdir(dirname(target), { recursive: true })
        await rename(from, target)
        changed.add(dirname(target))
      }
      for (const folder of [...changed, directory]) await syncFolder(folder)
    },
    async remove(paths) {
      const targets = paths.map(locate)
      for (const target of targets) await rm(target, { force: true })
      for (const folder of new Set(targets.map(dirname))) await syncFolder(folder)
    },
    async listVersions(path) {
      const names = await readdir(dirname(locate(path))).catch(emptyIfMissing)
      const folder = path.slice(0, path.lastIndexOf('/'))
      return names.map((name) => `${folder}/${name}`).filter((each) => isVersionOf(each, path))
    },
    // Opens the file on the first read: an error event of an unread stream would crash the server.
    async *read(path, range) {
      yield* createReadStream(await locateFile(path), range)
    },
    exists: (path) => isRegularFile(locate(path)),
    sizeOf: async (path) => (await stat(await locateFile(path))).size,
    async find(paths) {
      const found = new Map<string, StoredFile>()
      for (const path of paths) {
        const file = join(dataDir, path)
        const facts = await stat(file).catch((error: unknown) => {
          if (errorCode(error) === 'ENOENT') return undefined
          throw error
        })
        if (facts) found.set(path, { file, bytes: facts.size })
      }
      return found
    },
    withLocalFile: async (path, use) => use(await locateFile(path)),
    survey: () => surveyDisk(dataDir),
    removeFound: (file) => removeFound(dataDir, file),
  }
}

/** Whether `path` is the picture or one of its smaller versions. */
export function isVersionOf(path: string, picture: string): boolean {
  const stem = parseStoredPath(path)?.stem
  return stem !== undefined && stem === parseStoredPath(picture)?.stem
}
