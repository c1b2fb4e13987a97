import styles from './clamped.module.css'

/** The most characters that a browser is given to show beside the pointer. */
const TITLE_LENGTH = 1000

/** At most two lines of a text, however long it is; the whole shows at a pointer's rest. */
export function Clamped({ text }: { text: string }) {
  return (
    <span className={styles.text} title={text.slice(0, TITLE_LENGTH)}>
      {text}
    </span>
  )
}
