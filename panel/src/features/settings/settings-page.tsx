import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { Settings, SettingsVersion } from '@sevadesk/contract/settings/settings-schemas.ts'
import { type ReactNode, useId, useMemo, useState } from 'react'
import FileDown from '~icons/lucide/file-down'
import RotateCcw from '~icons/lucide/rotate-ccw'
import X from '~icons/lucide/x'
import { useAddressValues } from '../../address/use-address-values.ts'
import { Button } from '../../ui/base/button.tsx'
import { FieldError } from '../../ui/base/field-frame.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { isDoubleClick } from '../../ui/dialog/double-click.ts'
import { QueryError, QueryState, useRetry } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ReceiptPreview } from './receipt-preview.tsx'
import { draftOf, type SettingsDraft } from './settings-draft.ts'
import { SettingsForm } from './settings-form.tsx'
import styles from './settings-page.module.css'
import { useBringBack, useRefusalText, useSettings, useSettingsExport, useSettingsVersion } from './settings-queries.ts'
import type { SectionName } from './settings-sections.tsx'
import { changeButton, SettingsView } from './settings-view.tsx'

/** The trust's details, wordings and limits, for superadmins. */
export function SettingsPage() {
  const { t } = useLingui()
  const { timeZone } = useTrust()
  const query = useSettings()
  const form = usePageForm<SettingsDraft>(({ id }) => changeButton(id))
  const exporting = useSettingsExport()
  const [address, setAddress] = useAddressValues(['version'])
  const today = zonedDate(Date.now(), timeZone)
  const [day, setDay] = useState(today)
  const settings = query.data
  const [section, setSection] = useState<SectionName>('trust')
  const saved = useMemo(() => settings && draftOf(settings), [settings])
  const wanted = Number(address.version)
  const shown = settings?.versions.some(({ version }) => version === wanted) ? wanted : (settings?.version ?? 0)

  return (
    <>
      <PageHeader
        title={t`Settings`}
        purpose={t`The trust’s details, and what receipts say.`}
        action={
          <>
            {settings && !form.props && (
              <Button
                icon={<FileDown aria-hidden="true" />}
                isPending={exporting.isPending}
                onClick={() => exporting.mutate()}
              >
                {t`Export as a file`}
              </Button>
            )}
            {form.props && (
              <Button icon={<X aria-hidden="true" />} disabled={form.isSaving} onClick={form.props.onClose}>
                {t`Close Form`}
              </Button>
            )}
          </>
        }
      />
      {form.props && <SettingsForm {...form.props} section={section} today={today} />}
      {settings && !form.props && (
        <ShownVersion
          key={shown}
          settings={settings}
          version={shown}
          day={day}
          onDayChange={setDay}
          onChange={(name) => {
            setSection(name)
            if (saved) form.add({ ...saved, id: name })
          }}
        >
          <VersionList
            versions={settings.versions}
            shown={shown}
            onShow={(version) =>
              setAddress({ version: version === settings.version ? undefined : String(version) }, true)
            }
          />
        </ShownVersion>
      )}
      <QueryState query={query} loading={t`Loading settings...`} failed={t`Failed to load the settings.`}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="picture" />
      </QueryState>
    </>
  )
}

interface VersionListProps {
  /** The newest first. */
  versions: readonly SettingsVersion[]
  /** The version that the page shows. */
  shown: number
  onShow: (version: number) => void
}

/** Who saved the settings, and when. */
function VersionList({ versions, shown, onShow }: VersionListProps) {
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

interface ShownVersionProps {
  settings: Settings
  version: number
  day: string
  onDayChange: (day: string) => void
  onChange: (section: SectionName) => void
  /** The list of versions. */
  children: ReactNode
}

/** The values of a version, and the receipt as it prints it. An earlier version can be brought back. */
function ShownVersion({ settings, version, day, onDayChange, onChange, children }: ShownVersionProps) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const isEarlier = version !== settings.version
  const query = useSettingsVersion(isEarlier ? version : undefined)
  const retry = useRetry(query, undefined)
  const bringBack = useBringBack()
  const refusalText = useRefusalText()
  const errorId = useId()
  const shown = isEarlier ? query.data : settings
  const draft = useMemo(() => shown && draftOf(shown), [shown])

  async function askAndBringBack() {
    const isConfirmed = await confirm({
      title: t`Bring back version ${version}?`,
      text: t`Its content becomes a new version, in force at once. Nothing is deleted.`,
      confirmLabel: t`Bring back`,
    })
    if (isConfirmed && shown) bringBack.mutate({ content: shown.content, from: settings.version })
  }

  return (
    <div className={styles.columns}>
      <div className={styles.shown}>
        {isEarlier && (
          <div className={styles.earlier}>
            <p>{t`This is how version ${version} prints a receipt. It is no longer in force.`}</p>
            <Button
              icon={<RotateCcw aria-hidden="true" />}
              isPending={bringBack.isPending}
              aria-describedby={bringBack.error ? `${errorId}-error` : undefined}
              disabled={!shown}
              onClick={(event) => void (isDoubleClick(event) || askAndBringBack())}
            >
              {t`Bring back this version`}
            </Button>
            <FieldError id={errorId}>{bringBack.error ? refusalText(bringBack.error) : undefined}</FieldError>
          </div>
        )}
        {draft && <SettingsView settings={draft} onChange={isEarlier ? undefined : onChange} />}
        {isEarlier && query.isPending && (
          <Loading label={t`Loading settings...`}>
            <Skeleton shape="picture" />
          </Loading>
        )}
        {query.error && <QueryError title={t`Failed to load the settings.`} query={query} onRetry={retry} />}
      </div>
      <div className={styles.shown}>
        {draft && <ReceiptPreview draft={draft} day={day} onDayChange={onDayChange} />}
        {children}
      </div>
    </div>
  )
}
