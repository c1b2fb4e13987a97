import { generate } from 'lean-qr'
import styles from './qr-code.module.css'

/** Modules of white around the code, which ISO/IEC 18004 requires. */
const QUIET_ZONE = 4

/** A QR code of `text`. Load it lazily: few users need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * QUIET_ZONE
  const path = Array.from(
    { length: code.size * code.size },
    (_, n) => [n % code.size, Math.floor(n / code.size)] as const,
  )
    .filter(([x, y]) => code.get(x, y))
    .map(([x, y]) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`)
    .join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path className={styles.paper} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.ink} d={path} />
    </svg>
  )
}
