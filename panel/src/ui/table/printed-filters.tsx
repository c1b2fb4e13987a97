import styles from './printed-filters.module.css'

/** Of which list a sheet of paper shows a page, where it is not the whole: what was chosen above it is not printed. Each part in words. */
export function PrintedFilters({ parts }: { parts: readonly (string | false)[] }) {
  const chosen = parts.filter((part) => part !== false)
  return chosen.length > 0 ? <p className={styles.choice}>{chosen.join(' · ')}</p> : null
}
