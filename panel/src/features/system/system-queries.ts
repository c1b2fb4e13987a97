import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { fetchSystemStatus } from '../../queries/system-status.ts'

export function useSystemStatus() {
  return useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => fetchSystemStatus(signal),
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the system status.` },
  })
}
