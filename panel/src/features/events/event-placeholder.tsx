import styles from './event-placeholder.module.css'

/** Shown for an event without a picture. */
export function EventPlaceholder() {
  return (
    <svg className={styles.picture} viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.door} d="M96 240V122c0-36 28-60 64-60s64 24 64 60v118Z" />
      <path className={styles.string} d="M-8 30c40 26 80 26 112 4 34 24 78 24 112 0 32 22 72 22 112-4" />
      {LEAVES.map(([x, y]) => (
        <path
          key={x}
          className={styles.leaf}
          d="M0 0c9 10 9 24 0 36-9-12-9-26 0-36Z"
          transform={`translate(${x} ${y})`}
        />
      ))}
      {FLOWERS.map(([x, y]) => (
        <circle key={x} className={styles.flower} cx={x} cy={y} r="7" />
      ))}
      <circle className={styles.glow} cx="160" cy="178" r="44" />
      <path className={styles.flame} d="M160 156c8 10 11 16 11 22a11 11 0 0 1-22 0c0-6 3-12 11-22Z" />
      <path className={styles.lamp} d="M124 194c16 4 56 4 72 0-2 16-14 28-36 28s-34-12-36-28Z" />
      <path className={styles.step} d="M60 222h200v18H60Z" />
    </svg>
  )
}

const LEAVES = [
  [22, 47],
  [50, 51],
  [78, 46],
  [130, 48],
  [160, 52],
  [190, 48],
  [242, 46],
  [270, 51],
  [298, 47],
] as const

const FLOWERS = [
  [36, 50],
  [64, 50],
  [104, 34],
  [145, 51],
  [175, 51],
  [216, 34],
  [256, 50],
  [284, 50],
] as const
