import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A choice among values in the address, such as `?period=month`. The first value is the default: it leaves the address clean and
 * stands for anything else that the address may say. Another choice starts again at the first page.
 * A choice with `isStep` is a place of its own, which shows its beginning and which Back leaves.
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
