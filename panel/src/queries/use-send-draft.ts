import type { MessageDescriptor } from '@lingui/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { upload } from '../api/upload.ts'
import type { MediaDraft } from '../media/media-draft.ts'
import type { SendDraft, SendOptions } from '../media/use-media-form.ts'
import { useUpload } from './use-upload.ts'

/** Saves a draft. Rejects if that fails. */
type Sender = (draft: MediaDraft, options: SendOptions, send: typeof upload) => Promise<unknown>

interface DraftCalls {
  /** Query key prefix that a save invalidates. */
  staleKey: QueryKey
  add: Sender
  update: Sender
  words: { failed: MessageDescriptor; added: MessageDescriptor; updated: MessageDescriptor }
}

/** Saves a new or edited item with title, description and files. */
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

/** Also runs after a failure: an interrupted request may have succeeded. */
export function useReload(staleKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: staleKey })
}
