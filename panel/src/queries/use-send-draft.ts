import type { MessageDescriptor } from '@lingui/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { upload } from '../api/upload.ts'
import type { MediaDraft } from '../media/media-draft.ts'
import type { SendDraft, SendOptions } from '../media/use-media-form.ts'
import { useUpload } from './use-upload.ts'

/** Brings what a form holds to the server by `send`, to which the options go. Rejects if it is not saved. */
type Sender = (draft: MediaDraft, options: SendOptions, send: typeof upload) => Promise<unknown>

interface DraftCalls {
  /** The part of all cached answers that is old once something was saved. */
  staleKey: QueryKey
  add: Sender
  /** Gets a draft with an id. */
  update: Sender
  /** The toasts, in the specification's words. */
  words: { failed: MessageDescriptor; added: MessageDescriptor; updated: MessageDescriptor }
}

/** How a form of title, description and files is saved: something new, or what is edited. */
export function useSendDraft({ staleKey, add, update, words }: DraftCalls): SendDraft {
  const adding = useSending(add, staleKey, { errorMessage: words.failed, successMessage: words.added })
  const updating = useSending(update, staleKey, { errorMessage: words.failed, successMessage: words.updated })
  return (draft, options) => (draft.id === undefined ? adding : updating).mutateAsync({ draft, options })
}

function useSending(
  sender: Sender,
  staleKey: QueryKey,
  meta: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor },
) {
  const reload = useReload(staleKey)
  const upload = useUpload()
  return useMutation({
    mutationFn: ({ draft, options }: { draft: MediaDraft; options: SendOptions }) => sender(draft, options, upload),
    onSettled: reload,
    meta,
  })
}

/** Starts fetching anew what is old, also after a failure: a call that broke off may have been carried out. */
export function useReload(staleKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: staleKey })
}
