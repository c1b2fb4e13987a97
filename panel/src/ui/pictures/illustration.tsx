import type { ReactNode } from 'react'
import styles from './illustration.module.css'

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 200 132" width="200" height="132" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Two photos on a string, with a plus sign between them. */
export function PhotosPicture() {
  return (
    <Picture>
      <path className={styles.line} d="M6 22c40 16 148 16 188 0" />
      <g transform="rotate(-4 48 70)">
        <rect className={styles.sheet} x="20" y="34" width="56" height="68" rx="3" />
        <rect className={styles.wash} x="26" y="40" width="44" height="42" />
        <circle className={styles.sun} cx="58" cy="52" r="6" />
        <path className={styles.hill} d="M26 82V72l12-12 11 11 7-6 14 13v4Z" />
        <path className={styles.peg} d="M48 24v14" />
      </g>
      <g transform="rotate(3 152 70)">
        <rect className={styles.sheet} x="124" y="34" width="56" height="68" rx="3" />
        <rect className={styles.wash} x="130" y="40" width="44" height="42" />
        <path
          className={styles.petal}
          d="M152 78c-12 1-18-6-18-14 8 0 15 5 18 14Zm0 0c12 1 18-6 18-14-8 0-15 5-18 14Z"
        />
        <path className={styles.sunLine} d="M152 78c-6-7-7-18 0-28 7 10 6 21 0 28Z" />
        <path className={styles.peg} d="M152 24v14" />
      </g>
      <rect className={styles.missing} x="76" y="44" width="48" height="60" rx="3" />
      <path className={styles.peg} d="M100 28v14" />
      <path className={styles.plus} d="M100 64v20M90 74h20" />
    </Picture>
  )
}

/** A screen on a stand, with a play button. */
export function VideosPicture() {
  return (
    <Picture>
      <path className={styles.line} d="M74 118l12-20M126 118l-12-20M62 118h76" />
      <rect className={styles.sheet} x="34" y="22" width="132" height="78" rx="4" />
      <rect className={styles.wash} x="42" y="30" width="116" height="62" />
      <path className={styles.hill} d="M42 92V80c18-12 36-12 54-4 20 8 36 4 62-10v26Z" />
      <circle className={styles.sun} cx="100" cy="60" r="17" />
      <path className={styles.triangle} d="M95 51v18l15-9Z" />
      <path className={styles.line} d="M26 22h148" />
    </Picture>
  )
}

/** A calendar page with a plus sign, under a garland. */
export function EventsPicture() {
  return (
    <Picture>
      <path className={styles.line} d="M8 14c30 20 62 20 92 2 30 18 62 18 92-2" />
      <path
        className={styles.petal}
        d="M34 26c5 6 5 13 0 20-5-7-5-14 0-20ZM62 27c5 6 5 13 0 20-5-7-5-14 0-20ZM138 27c5 6 5 13 0 20-5-7-5-14 0-20ZM166 26c5 6 5 13 0 20-5-7-5-14 0-20Z"
      />
      <circle className={styles.sun} cx="48" cy="27" r="4.5" />
      <circle className={styles.sun} cx="100" cy="16" r="4.5" />
      <circle className={styles.sun} cx="152" cy="27" r="4.5" />
      <rect className={styles.sheet} x="56" y="44" width="88" height="76" rx="4" />
      <path className={styles.wash} d="M57 48a3 3 0 0 1 3-3h80a3 3 0 0 1 3 3v14H57Z" />
      <path className={styles.peg} d="M76 38v12M124 38v12" />
      <path className={styles.faint} d="M68 76h10M90 76h10M112 76h10M68 92h10M68 108h10M90 108h10" />
      <circle className={styles.coin} cx="117" cy="97" r="13" />
      <path className={styles.plus} d="M117 91v12M111 97h12" />
    </Picture>
  )
}

/** An open ledger whose page is still blank. */
export function LedgerPicture() {
  return (
    <Picture>
      <path
        className={styles.sheet}
        d="M100 34C82 22 52 20 26 26v76c26-6 56-4 74 8 18-12 48-14 74-8V26c-26-6-56-4-74 8Z"
      />
      <path className={styles.line} d="M100 34v76" />
      <path className={styles.margin} d="M42 28v70M46 28v70M154 28v70M158 28v70" />
      <path
        className={styles.faint}
        d="M52 46c14-1 28 0 40 6M52 60c14-1 28 0 40 6M52 74c14-1 28 0 40 6M148 46c-14-1-28 0-40 6"
      />
      <circle className={styles.coin} cx="130" cy="82" r="17" />
      <path className={styles.rupee} d="M123 74h14M123 80h14M123 74h4c8 0 8 12 0 12h-4l10 8" />
    </Picture>
  )
}

/** A letter on its way into an open envelope. */
export function LetterPicture() {
  return (
    <Picture>
      <path className={styles.hill} d="M44 58 100 18l56 40v6H44Z" />
      <path className={styles.sheet} d="M58 30a4 4 0 0 1 4-4h76a4 4 0 0 1 4 4v62H58Z" />
      <path className={styles.faint} d="M70 42h44M70 54h60M70 66h52" />
      <circle className={styles.sun} cx="129" cy="39" r="6" />
      <path className={styles.sheet} d="M44 60v54a4 4 0 0 0 4 4h104a4 4 0 0 0 4-4V60l-50 34a11 11 0 0 1-12 0Z" />
      <path className={styles.line} d="M46 116l38-30M154 116l-38-30" />
    </Picture>
  )
}

/** Two badges on cords, with a plus sign between them. */
export function BadgesPicture() {
  return (
    <Picture>
      <path className={styles.line} d="M8 12h184M46 12l10 28M66 12 56 40M134 12l10 28M154 12l-10 28" />
      <rect className={styles.sheet} x="30" y="40" width="52" height="72" rx="5" />
      <rect className={styles.wash} x="38" y="56" width="36" height="28" />
      <circle className={styles.sun} cx="56" cy="65" r="6" />
      <path className={styles.hill} d="M43 84c1-14 25-14 26 0Z" />
      <path className={styles.faint} d="M51 48h10M40 94h32M46 103h20" />
      <rect className={styles.sheet} x="118" y="40" width="52" height="72" rx="5" />
      <rect className={styles.wash} x="126" y="56" width="36" height="28" />
      <circle className={styles.coin} cx="144" cy="65" r="6" />
      <path className={styles.petal} d="M131 84c1-14 25-14 26 0Z" />
      <path className={styles.faint} d="M139 48h10M128 94h32M134 103h20" />
      <path className={styles.peg} d="M56 36v8M144 36v8" />
      <path className={styles.plus} d="M100 70v20M90 80h20" />
    </Picture>
  )
}

/** A plug that has come out of its socket. */
export function UnpluggedPicture() {
  return (
    <Picture>
      <path className={styles.cable} d="M4 92c26 0 22-30 48-30h16" />
      <path className={styles.cable} d="M196 44c-24 0-22 26-46 26h-14" />
      <path className={styles.sheet} d="M64 48h14c9 0 14 6 14 14s-5 14-14 14H64Z" />
      <path className={styles.line} d="M92 56h10M92 68h10" />
      <path className={styles.sheet} d="M140 56h-12c-10 0-14 6-14 14s4 14 14 14h12Z" />
      <path className={styles.spark} d="M104 42l4-12M96 40l-6-9M114 46l9-7" />
    </Picture>
  )
}

/** A gate with its lock closed. */
export function GatePicture() {
  return (
    <Picture>
      <path className={styles.wash} d="M48 116V60c0-30 22-48 52-48s52 18 52 48v56Z" />
      <path className={styles.line} d="M48 116V60c0-30 22-48 52-48s52 18 52 48v56M28 116h144" />
      <path className={styles.faint} d="M66 116V40M83 116V30M100 116V26M117 116V30M134 116V40M50 58h100M50 98h100" />
      <rect className={styles.sheet} x="82" y="66" width="36" height="30" rx="5" />
      <path className={styles.line} d="M90 66v-8c0-14 20-14 20 0v8" />
      <circle className={styles.sun} cx="100" cy="79" r="4" />
      <path className={styles.sunLine} d="M100 80v7" />
    </Picture>
  )
}

/** A signpost with one board to the right and one to the left. */
export function SignpostPicture() {
  return (
    <Picture>
      <path className={styles.hill} d="M10 116c30-22 60-26 90-16 34 12 60 4 90 16Z" />
      <path className={styles.post} d="M100 14v98" />
      <path className={styles.sheet} d="M58 26h66l14 12-14 12H58Z" />
      <path className={styles.sheet} d="M142 60H84L70 72l14 12h58Z" />
      <path className={styles.faint} d="M70 38h44M92 72h38" />
      <circle className={styles.sun} cx="164" cy="30" r="9" />
    </Picture>
  )
}

/** A lit oil lamp. */
export function LampPicture() {
  return (
    <Picture>
      <circle className={styles.glow} cx="100" cy="52" r="50" />
      <circle className={styles.glow} cx="100" cy="52" r="32" />
      <path className={styles.flame} d="M100 14c13 17 18 27 18 37a18 18 0 0 1-36 0c0-10 5-20 18-37Z" />
      <path className={styles.heart} d="M100 36c5 7 8 12 8 17a8 8 0 0 1-16 0c0-5 3-10 8-17Z" />
      <path className={styles.bowl} d="M34 78c24 6 108 6 132 0-2 26-22 40-46 44l8 10H72l8-10c-24-4-44-18-46-44Z" />
      <path className={styles.rim} d="M34 78c24 6 108 6 132 0" />
      <path className={styles.dots} d="M62 98v.1M81 103v.1M100 105v.1M119 103v.1M138 98v.1" />
    </Picture>
  )
}
