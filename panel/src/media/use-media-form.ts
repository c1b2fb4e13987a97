import { useEffect, useReducer, useRef, useState } from 'react'
import type { ConflictField } from '../ui/form/use-conflict.ts'
import type { PageFormProps } from '../ui/form/use-page-form.ts'
import { type FormRecord, useRecordForm } from '../ui/form/use-record-form.tsx'
import { abortable } from './abortable.ts'
import { hasSameTexts, isChangedDraft, type MediaDraft } from './media-item.ts'
import { canBeSmaller } from './smaller-photos/make-smaller.ts'
import { createPhotoQueue } from './smaller-photos/photo-queue.ts'
import { PartlySavedError, uploadFailure } from './upload-failure.ts'
import { type UploadControl, useUploadState } from './use-upload-state.ts'
import { type FileRules, type MediaKind, useSizeProblem } from './validate-files.ts'

/** What the sender of photos or a video calls and obeys. */
interface MediaUploadControl extends UploadControl {
  /** Waits for `work`, and shows meanwhile that files are being prepared. Rejects when aborted. */
  whilePreparing: <Result>(work: Promise<Result>) => Promise<Result>
  /** Called after the server refused all files together, before they are sent one by one. */
  onOneByOne?: () => void
}

export interface SendOptions extends MediaUploadControl {
  /** Resolves to the files to send for chosen ones, such as smaller photos, once they are ready. */
  filesToSend: (files: readonly File[]) => Promise<File[]>
  /** The version that a change begins from, if the backend compares versions. */
  version?: number | undefined
}

/**
 * Sends a draft; resolves once it is saved. Rejects with `PartlySavedError` if files were sent one
 * by one and not all were saved: saved files leave the form, the others stay.
 */
export type SendDraft = (draft: MediaDraft, options: SendOptions) => Promise<unknown>

/** The server's names of the file fields. Their sentences stand at the picker. */
const FILE_FIELDS: readonly string[] = ['video', 'images', 'image', 'poster']

interface MediaFormOptions extends PageFormProps<MediaDraft>, Pick<FileRules, 'maxBytes'> {
  accept: MediaKind
  record: FormRecord
  /** What is compared if others saved meanwhile. */
  conflictFields: readonly ConflictField<MediaDraft>[]
  /** Reads a record of the server; `undefined` if it is none. */
  readDraft?: ((record: unknown) => MediaDraft | undefined) | undefined
}

/** Parts of the draft that no field of the form edits. */
const UNEDITED = ['version', 'stored'] as const

/**
 * `useForm` with files: smaller photos, progress, cancelling, and files that the server saved or
 * refused one by one.
 */
export function useMediaForm(send: SendDraft, props: MediaFormOptions) {
  const { initial, onSaved, onSavingChange, record, accept, maxBytes } = props
  const { upload, isPreparing, isOneByOne, run, cancel } = useMediaUpload()
  const hasSavedFiles = useRef(false)
  const form = useRecordForm<MediaDraft>({
    record,
    initial,
    isDirty: isChangedDraft,
    send: sendFiles,
    onSaved,
    onSavingChange,
    showsField: (field, draft) => field in draft || FILE_FIELDS.includes(field),
    conflict: { fields: props.conflictFields, unedited: UNEDITED, readCurrent: props.readDraft },
  })
  const { draft, error, rejection } = form
  const fileError = FILE_FIELDS.map((field) => form.fieldErrors[field]).find(Boolean)
  const photos = useSmallerPhotos({
    files: draft.files,
    isEnabled: accept === 'image/*',
    sendOriginal: draft.sendOriginal === true,
    maxBytes,
  })
  const sizeProblem = useSizeProblem(maxBytes)
  const failure = error && rejection && uploadFailure(error, rejection.draft, draft, hasSameFields)

  async function sendFiles(sent: MediaDraft) {
    try {
      await run((control) =>
        send(sent, {
          ...control,
          filesToSend: async (files) => assertSizes(await control.whilePreparing(photos.prepare(files))),
        }),
      )
    } catch (reason) {
      if (reason instanceof PartlySavedError) removeSaved(reason.saved)
      throw reason
    }
  }

  /** Throws TooLargeError. */
  function assertSizes(files: File[]): File[] {
    for (const file of files) {
      const problem = sizeProblem(file)
      if (problem) throw new TooLargeError(`${file.name}: ${problem}`)
    }
    return files
  }

  /** A saved file leaves the form, so that trying again does not send it twice. */
  function removeSaved(saved: readonly File[]) {
    hasSavedFiles.current ||= saved.length > 0
    form.setDraft((before) => ({ ...before, files: before.files.filter((file) => !saved.includes(file)) }))
  }

  function change(part: Partial<MediaDraft>) {
    form.change(part)
    // The user removed every file that was not saved: nothing is left to do.
    if (hasSavedFiles.current && part.files?.length === 0) form.complete({ ...draft, ...part })
  }

  return {
    ...form,
    /** The server's sentence about the files, until others are chosen. */
    fileError: draft.files === rejection?.draft.files ? fileError : undefined,
    change,
    upload,
    /** The files to send are not ready yet. */
    isPreparing,
    isOneByOne,
    fileToSend: photos.fileToSend,
    failure,
    rejection: error ? failure && rejection : rejection,
    cancel,
  }
}

/** Whether a repeated upload has the same fields, besides its files. */
function hasSameFields(a: MediaDraft, b: MediaDraft): boolean {
  return hasSameTexts(a, b) && a.sendOriginal === b.sendOriginal
}

/** A file to send is above the limit. Has the `kind` of a server's refusal, and nothing is sent. */
class TooLargeError extends Error {
  readonly kind = 'refused'
}

/** `useUploadState` for files that are prepared first, and that may be sent one by one. */
export function useMediaUpload() {
  const { upload, run, cancel } = useUploadState()
  const [isPreparing, setPreparing] = useState(false)
  const [isOneByOne, setOneByOne] = useState(false)

  /** Settles like `send`. */
  function runMedia<Result>(send: (control: MediaUploadControl) => Promise<Result>): Promise<Result> {
    setPreparing(false)
    setOneByOne(false)
    return run((control, restartStall) => {
      const { onProgress, signal } = control

      async function whilePreparing<Prepared>(work: Promise<Prepared>): Promise<Prepared> {
        // What is ready settles before the timer: nothing is announced.
        const announcement = setTimeout(() => setPreparing(true))
        try {
          return await abortable(work, { signal })
        } finally {
          clearTimeout(announcement)
          setPreparing(false)
          restartStall() // it was waiting for the files
        }
      }

      function onOneByOne() {
        onProgress(0)
        setOneByOne(true)
      }

      return send({ ...control, whilePreparing, onOneByOne })
    })
  }

  return { upload, isPreparing, isOneByOne, run: runMedia, cancel }
}

interface SmallerPhotosOptions {
  /** The chosen files. */
  files: readonly File[]
  isEnabled: boolean
  /** Sends the originals, except those above `maxBytes`, which the server would refuse. */
  sendOriginal: boolean
  maxBytes: number | undefined
}

interface SmallerPhotos {
  /** The file that is sent for a chosen file; `undefined` until it is ready. */
  fileToSend: (file: File) => File | undefined
  /** Resolves to the files to send once all are ready. */
  prepare: (files: readonly File[]) => Promise<File[]>
}

/**
 * Makes chosen photos smaller while the user fills in the form. A photo keeps its smaller file, so
 * that a retry sends the same bytes.
 */
function useSmallerPhotos(options: SmallerPhotosOptions): SmallerPhotos {
  const { files, isEnabled, sendOriginal, maxBytes = Number.POSITIVE_INFINITY } = options
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const [queue] = useState(() => createPhotoQueue({ onReady: rerender }))

  function staysOriginal(file: File): boolean {
    return !isEnabled || !canBeSmaller(file) || (sendOriginal && file.size <= maxBytes)
  }

  useEffect(() => {
    const photos = files.filter((file) => !staysOriginal(file))
    queue.keepOnly(photos)
    for (const photo of photos) void queue.request(photo)
  })

  useEffect(() => () => queue.keepOnly([]), [queue])

  return {
    fileToSend: (file) => (staysOriginal(file) ? file : queue.resultOf(file)),
    prepare: (chosen) => Promise.all(chosen.map((file) => (staysOriginal(file) ? file : queue.request(file)))),
  }
}
