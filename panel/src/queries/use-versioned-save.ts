import { type DataTag, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { isRecord, readRecord } from '../api/records/fields.ts'
import { useIsExtended } from '../session/use-me.ts'

interface SavedLists<Item> {
  /** The cached lists that may have the item. */
  keys: readonly DataTag<QueryKey, Item[], Error>[]
  /** Reads the response of such a list. */
  read: (response: unknown) => Item[]
}

interface Versioned {
  id: string
  version?: number | undefined
}

/**
 * Saves a change of a record. Passes the version that the change began from, if the backend compares
 * versions. A record in the response, also in that of a refusal, replaces the cached one: a form
 * that opens before the list is loaded again must not begin from an older version.
 */
export function useVersionedSave<Item extends Versioned>({ keys, read }: SavedLists<Item>) {
  const queryClient = useQueryClient()
  const isVersioned = useIsExtended()

  function replace(record: unknown) {
    const [item] = isVersioned && isRecord(record) ? read([record]) : []
    if (item?.version === undefined) return
    for (const key of keys) {
      queryClient.setQueryData<Item[]>(key, (items) => items?.map((other) => (other.id === item.id ? item : other)))
    }
  }

  return async <Response>(
    { version }: { version?: number | undefined },
    save: (version: number | undefined) => Promise<Response>,
  ): Promise<Response> => {
    try {
      const response = await save(isVersioned ? version : undefined)
      replace(readRecord(response).data)
      return response
    } catch (error) {
      if (error instanceof ApiError) replace(error.current)
      throw error
    }
  }
}
