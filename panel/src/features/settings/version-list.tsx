import { useLingui } from '@lingui/react/macro'
import type { SettingsVersion } from '@sevadesk/contract/settings/settings-schemas.ts'
import { Button } from '../../ui/base/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import styles from './version-list.module.css'

interface VersionListProps {
  /** The newest first. */
  versions: readonly SettingsVersion[]
  /** The version that the page shows. */
  shown: number
  onShow: (version: number) => void
}

/** Who saved the settings, and when. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const { t } = useLingui()
  const [newest] = versions
  return (
    <section className={styles.versions} aria-label={t`Versions`}>
      <h2 className={styles.title}>{t`Versions`}</h2>
      <p className={styles.hint}>{t`Each save is kept: receipts stay as they were issued.`}</p>
      {!newest && <p>{t`Nothing was saved yet. Receipts are plain and say nothing about taxes.`}</p>}
      <ol className={styles.list}>
        {versions.map(({ version, savedAt, savedBy }) => (
          <li key={version} className={styles.row} aria-current={version === shown ? 'true' : undefined}>
            <span className={styles.words}>
              <strong>
                {t`Version ${version}`}
                {version === newest?.version && ` · ${t`in force`}`}
              </strong>
              <span className={styles.hint}>
                <DateTime moment={savedAt} format="date-time" />
                {' · '}
                {savedBy || t`read from the file trust.json`}
              </span>
            </span>
            {versions.length > 1 && (
              <Button
                aria-label={t`Show version ${version}`}
                aria-pressed={version === shown}
                onClick={() => onShow(version)}
              >
                {t({ message: 'Show', context: 'an earlier version' })}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
