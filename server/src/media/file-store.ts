import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** Where the files of `Media` are kept: on disk, or in an S3-compatible storage. Paths are stored paths. */
export interface FileStore {
  /** Performs a trial write. Throws the error of the file system or a `RemoteStoreError`. */
  tryWrite(): Promise<void>
  /** Moves local files to their paths, durably, and replaces existing ones. After an error, nothing of it goes on. */
  put(files: readonly { from: string; path: string }[]): Promise<void>
  /** Removes files, durably. A missing file is no error. */
  remove(paths: readonly string[]): Promise<void>
  /** Lists the existing ones of a picture and its smaller versions. */
  listVersions(path: string): Promise<string[]>
  /** Throws ENOENT on the first read of a missing file. `end` is the last byte. */
  read(path: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  exists(path: string): Promise<boolean>
  /** Throws ENOENT for a missing file. */
  sizeOf(path: string): Promise<number>
  /** Finds which of these files exist, with their exact sizes. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>
  /** Calls `use` with the path of a local file of the same content. Throws ENOENT for a missing file. */
  withLocalFile<Result>(path: string, use: (file: string) => Promise<Result>): Promise<Result>
  survey(): Promise<Survey>
  /** Removes a file, or the folder of an interrupted backup, durably. A missing one is no error. */
  removeFound(file: FoundFile): Promise<void>
  readonly delivery: DiskDelivery | RemoteDelivery
  /** Set for a storage that other installations may use too. */
  readonly shared?: SharedStore
}

export type StoredFile = { bytes: number } & ({ file: string } | { read(): AsyncIterable<Uint8Array> })

export interface FoundFile {
  /** A stored path such as `/media/ab/cd.jpg`, or a staged file such as `/tmp/….part`. */
  readonly path: string
  readonly bytes: number
  /** Set for files of a remote storage. */
  readonly modifiedAt?: Date
}

export interface Survey {
  /** Files at stored paths, including smaller versions. */
  readonly stored: readonly FoundFile[]
  /** Staged files that no process will use: see `listLeftoverParts`. */
  readonly forgotten: readonly FoundFile[]
  /** Paths that SevaDesk did not create; the path of a folder ends with a slash. */
  readonly foreign: readonly string[]
}

export interface DiskDelivery {
  /** Absolute path of the folder of stored files. `/media/` serves all but the private ones. */
  readonly directory: string
}

export interface RemoteDelivery {
  /** Returns 200, 206, 304 or 416. Throws ENOENT for a missing file. */
  respond(path: string, request: FileRequest): Promise<FileResponse>
  /** Set if browsers fetch files from the storage itself, by signed addresses of this origin. */
  readonly redirect:
    | { readonly origin: string; sign(path: string, headers: SignedHeaders): Promise<SignedAddress> }
    | undefined
}

export interface SignedHeaders {
  contentType: string
  isDownload: boolean
}

export interface SignedAddress {
  url: string
  /** How long it stays valid at least. */
  validForMs: number
}

export interface FileRequest {
  /** Whether only the headers are asked for. */
  isHead: boolean
  /** Those of a range and of conditions are used. */
  headers: IncomingHttpHeaders
}

export interface FileResponse {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  body: Readable | undefined
}

export interface SharedStore {
  /** As a person would name it in a sentence: `the bucket x (S3_BUCKET)`. */
  readonly name: string
  /** Reads who uses the storage. */
  readMark(): Promise<string | undefined>
  /** Whether anybody may read the mark, and so perhaps the files. */
  isPublic(): Promise<boolean>
  /** `undefined` removes the mark. */
  writeMark(mark: string | undefined): Promise<void>
  /** Gives up uploads that began before `limit` and never ended. */
  abortUploads(limit: Date): Promise<void>
}

/** The bytes of a file, all of which were read, are not those that were stored. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}

/** The storage failed or cannot be reached. */
export class RemoteStoreError extends Error {
  override name = 'RemoteStoreError'
}
