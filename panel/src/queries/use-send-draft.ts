import type { MessageDescriptor } from '@lingui/core'
import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { upload } from '../api/upload.ts'
import type { MediaDraft, MediaItem } from '../media/media-item.ts'
import type { SendDraft, SendOptions } from '../media/use-media-form.ts'
import { useUpload } from './use-idempotency.ts'
import { useVersionedSave } from './use-versioned-save.ts'

/** Saves a draft. Rejects if that fails. */
type Sender = (draft: MediaDraft, options: SendOptions, send: typeof upload) => Promise<unknown>

interface DraftCalls<Item> {
  /** The cached list of the items, and how its response is read. */
  list: { key: DataTag<QueryKey, Item[], Error>; read: (response: unknown) => Item[] }
  /** Query key prefix that a save invalidates. */
  staleKey: QueryKey
  add: Sender
  update: Sender
  words: { failed: MessageDescriptor; added: MessageDescriptor; updated: MessageDescriptor }
}

/** Saves a new or edited item with title, description and files. */
export function useSendDraft<Item extends MediaItem>(calls: DraftCalls<Item>): SendDraft {
  const { list, staleKey, add, update, words } = calls
  const save = useVersionedSave({ keys: [list.key], read: list.read })
  const adding = useSending(add, staleKey, { errorMessage: words.failed, successMessage: words.added })
  const updateVersion: Sender = (draft, options, send) =>
    save(draft, (version) => update(draft, { ...options, version }, send))
  const updating = useSending(updateVersion, staleKey, { errorMessage: words.failed, successMessage: words.updated })
  return (draft, options) => (draft.id === undefined ? adding : updating).mutateAsync({ draft, options })
}

function useSending(
  sender: Sender,
  staleKey: QueryKey,
  meta: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor },
) {
  const upload = useUpload()
  return useMutation({
    mutationFn: ({ draft, options }: { draft: MediaDraft; options: SendOptions }) => sender(draft, options, upload),
    onSettled: useReload(staleKey),
    meta,
  })
}

/** Also runs after a failure: an interrupted request may have succeeded. */
export function useReload(...staleKeys: QueryKey[]): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of staleKeys) void queryClient.invalidateQueries({ queryKey })
  }
}
