import { useQuery } from '@tanstack/react-query'
import { type SystemStatus, systemQuery } from '../../queries/system-status.ts'

export type { SystemStatus }

export function useSystemStatus() {
  return useQuery(systemQuery)
}
