import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A choice in the address, such as `?period=month`. The first value is the default and stays out
 * of the address. A new choice returns to page 1; with `isStep` it adds a history entry.
 */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  { isStep = false } = {},
): [Value, (value: Value) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [standard] = values
  const chosen = values.find((value) => value === search[name]) ?? standard
  return [
    chosen,
    (next) =>
      void navigate({
        to: '.',
        search: (others: object) => ({ ...others, [name]: next === standard ? undefined : next, page: undefined }),
        replace: !isStep,
        resetScroll: isStep,
      }),
  ]
}
