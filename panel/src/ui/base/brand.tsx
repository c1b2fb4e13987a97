import styles from './brand.module.css'

/** SevaDesk's logo, an oil lamp. `size` is in pixels. */
function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.flame} d="M16 4.5c3 3.2 4.3 5.3 4.3 7.4a4.3 4.3 0 0 1-8.6 0c0-2.1 1.3-4.2 4.3-7.4Z" />
      <path className={styles.bowl} d="M5 17.5h22c0 5-4.1 8-8.2 8.6l1.4 1.9h-8.4l1.4-1.9C9.1 25.5 5 22.5 5 17.5Z" />
    </svg>
  )
}

export function Brand({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.brand}>
      <BrandMark size={size} />
      <span translate="no">SevaDesk</span>
    </span>
  )
}

/** The default logo of a trust, a lotus. `size` is in pixels. */
export function TrustEmblem({ size = 40 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.disc} cx="24" cy="24" r="23" />
      <circle className={styles.ring} cx="24" cy="24" r="20.5" />
      <g className={styles.petals}>
        <path d="M24 33C15 34.5 8.5 30 7.5 23.5c6.5-.5 13 2 16.5 9.5Z" />
        <path d="M24 33c9 1.5 15.5-3 16.5-9.5C34 23 27.5 25.5 24 33Z" />
        <path d="M24 33c-7-2.5-11.5-9-10-16.5 6 2.5 10 8.5 10 16.5Z" />
        <path d="M24 33c7-2.5 11.5-9 10-16.5-6 2.5-10 8.5-10 16.5Z" />
        <path className={styles.heart} d="M24 33c-5-4.5-6-13 0-20.5 6 7.5 5 16 0 20.5Z" />
      </g>
      <path className={styles.water} d="M13 37.5c3.700 1.700 7.300 1.700 11 0 3.700 1.700 7.300 1.700 11 0" />
    </svg>
  )
}
