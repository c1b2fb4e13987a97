import type { Answer } from './send.ts'

/** Ids of each kind of record that requests may name. With more, few would be of a caller's sessions. */
const IDS_KEPT = 20

/** Kinds of records that are not at the beginning of their paths. */
const OWN_POOLS = ['sessions', 'purposes', 'institutions', 'duplicates', 'certificates']

/** The ids that answers named, by the kind of record that their path names. */
export function createIdPool(keeperId: string) {
  const pools = new Map<string, string[]>()
  /** `depth` is how many parts after the first may name the kind: an answer lists what its path ends with. */
  const poolOf = (path: string, depth = 1) => {
    const [, , first = '', ...rest] = path.split(/[/?]/)
    const name = rest.slice(0, depth).findLast((part) => OWN_POOLS.includes(part)) ?? first
    const pool = pools.get(name) ?? []
    pools.set(name, pool)
    return pool
  }
  return {
    collect(path: string, { status, text }: Answer): void {
      if (status !== 200) return
      const pool = poolOf(path, 2)
      // Some answers repeat the odd ids of their request.
      for (const [, id = ''] of text.slice(0, 20_000).matchAll(/"(?:_id|sessionId|token)":"([\w-]+)"/g)) {
        if (id !== keeperId && !pool.includes(id)) pool.push(id)
      }
      pool.splice(0, pool.length - IDS_KEPT)
    },
    all: (path: string) => poolOf(path),
    choose(path: string, choice: number): string {
      const pool = poolOf(path)
      return pool[choice % pool.length] ?? 'aaaaaaaaaaaaaaaaaaaaaaaa'
    },
  }
}

export type IdPool = ReturnType<typeof createIdPool>
