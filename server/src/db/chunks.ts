/** A statement has at most 32,766 parameters on SQLite, and 65,535 on PostgreSQL. */
export const CHUNK_SIZE = 500

/** Parts that are small enough for one statement. */
export function chunksOf<Each>(all: readonly Each[]): Each[][] {
  const count = Math.ceil(all.length / CHUNK_SIZE)
  return Array.from({ length: count }, (_, at) => all.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE))
}
