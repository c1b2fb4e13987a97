import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Free texts in the address, such as `?from=2026-11-01`. A change replaces the history entry;
 * with `isStep` it adds one.
 */
export function useAddressValues<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string | undefined>>, isStep?: boolean) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') values[name] = value
  }
  return [
    values,
    (changes, isStep = false) =>
      void navigate({
        to: '.',
        search: (others: object) => ({ ...others, ...changes }),
        replace: !isStep,
        resetScroll: isStep,
      }),
  ]
}
