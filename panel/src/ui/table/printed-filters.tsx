import styles from './printed-filters.module.css'

/** Prints the active filters as text, since the filter controls are not printed. */
export function PrintedFilters({ parts }: { parts: readonly (string | false)[] }) {
  const chosen = parts.filter((part) => part !== false)
  return chosen.length > 0 ? <p className={styles.choice}>{chosen.join(' · ')}</p> : null
}
