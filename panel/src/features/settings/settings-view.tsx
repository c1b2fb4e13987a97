import { useLingui } from '@lingui/react/macro'
import { inputsOf, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import type { ReactNode } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import Pencil from '~icons/lucide/pencil'
import { type SettingName, useSettingNames } from '../../records/setting-names.ts'
import { Button } from '../../ui/base/button.tsx'
import { formatDay } from '../../ui/format/date-time.tsx'
import { DetailField } from '../../ui/layout/detail-field.tsx'
import { useInputText } from './changed-entries.ts'
import { PLAIN_SETTINGS } from './setting-input.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import formStyles from './settings-form.module.css'
import { isEntryList, SECTION_FIELDS, type SectionName, useSectionTexts } from './settings-sections.tsx'
import styles from './settings-view.module.css'

interface SettingsViewProps {
  settings: SettingsDraft
  /** Absent for a version that is no longer in force. */
  onChange: ((section: SectionName) => void) | undefined
}

/** The button that opens the form of a section. */
export function changeButton(section: string): HTMLElement | null {
  return document.getElementById(`change-${section}`)
}

/** The values of the settings, section by section. */
export function SettingsView({ settings, onChange }: SettingsViewProps) {
  const { t } = useLingui()
  const texts = useSectionTexts()
  const sections = Object.keys(SECTION_FIELDS) as SectionName[]
  return sections.map((section) => {
    const { title } = texts[section]
    return (
      <section key={section} className={styles.section} aria-label={title}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {onChange && (
            <Button
              id={`change-${section}`}
              aria-label={t`Change: ${title}`}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => onChange(section)}
            >
              {t`Change`}
            </Button>
          )}
        </div>
        {isEntryList(section) ? (
          <Entries section={section} entries={settings[section]} />
        ) : (
          <Values section={section} values={settings} />
        )}
      </section>
    )
  })
}

/** Entries with a day, the newest first. Their texts are long, so they are folded. */
function Entries({ section, entries }: { section: SectionName; entries: readonly { from: string; key: string }[] }) {
  const { t, i18n } = useLingui()
  if (entries.length === 0) return <p className={formStyles.hint}>{t`Nothing is set yet.`}</p>
  return entries.map((entry) => {
    const date = formatDay(entry.from, i18n.locale)
    return (
      <details key={entry.key}>
        <summary className={formStyles.opener}>
          <ChevronDown aria-hidden="true" />
          {t`From ${date}`}
        </summary>
        <Values section={section} values={entry} />
      </details>
    )
  })
}

function Values({ section, values }: { section: SectionName; values: object }) {
  const names = useSettingNames()
  const inputText = useInputText()

  function shown(name: SettingName): ReactNode {
    const textOf = (input: string) => inputText(input, String(Reflect.get(values, input) ?? ''))
    const kind = PLAIN_SETTINGS[name]?.kind ?? 'line'
    const isTyped = !['choice', 'choices', 'yes-no', 'day'].includes(kind)
    if (kind === 'picture') {
      return textOf(name) && <img className={formStyles.thumbnail} src={textOf(name)} alt={names[name]} />
    }
    const texts = INPUTS.filter((each) => each.name === name).map(({ input, language }) => ({
      language,
      text: textOf(input),
    }))
    const distinct = texts.filter(({ text }, index) => text && texts.findIndex((each) => each.text === text) === index)
    return (
      distinct.length > 0 &&
      distinct.map(({ language, text }) => (
        <p key={text} lang={language} translate={isTyped ? 'no' : undefined}>
          {text}
        </p>
      ))
    )
  }

  return (
    <dl>
      {SECTION_FIELDS[section].map((name) => (
        <DetailField key={name} name={names[name]}>
          {shown(name)}
        </DetailField>
      ))}
    </dl>
  )
}

const INPUTS = [
  ...inputsOf(SETTINGS_FIELDS),
  ...inputsOf(SETTINGS_FIELDS.wordings.fields),
  ...inputsOf(SETTINGS_FIELDS.rules.fields),
]
