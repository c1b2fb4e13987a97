import { useLingui } from '@lingui/react/macro'
import { SETTINGS_PICTURE_MAX_BYTES } from '@sevadesk/contract/settings/settings.ts'
import { useId, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Pressable } from 'react-aria-components/Pressable'
import ImagePlus from '~icons/lucide/image-plus'
import Trash from '~icons/lucide/trash'
import { Button } from '../../ui/base/button.tsx'
import { FieldError } from '../../ui/base/field-frame.tsx'
import styles from './settings-form.module.css'

interface PictureFieldProps {
  label: string
  description: string
  /** A data URL; empty without a picture. */
  value: string
  onChange: (value: string) => void
  errorMessage: string | undefined
  isSaving: boolean
}

/** Browsers that know no SVG files by their type need the extension. */
const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml', '.svg']

/** Chooses a picture that becomes a part of the settings. The server checks that it can be printed. */
export function PictureField({ label, description, value, onChange, errorMessage, isSaving }: PictureFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const error = problem ?? errorMessage
  const describedBy = error ? `${id}-description ${id}-error` : `${id}-description`

  async function choose(files: FileList | null) {
    const file = files?.[0]
    if (!file) return
    if (file.size > SETTINGS_PICTURE_MAX_BYTES)
      return setProblem(t`This picture is larger than 1 MB. Choose a smaller one.`)
    const url = await readDataUrl(file).catch(() => undefined)
    setProblem(url === undefined ? t`This file could not be read. Choose it again.` : undefined)
    if (url !== undefined) onChange(url)
  }

  return (
    <fieldset className={styles.picture} data-invalid={error ? true : undefined} aria-describedby={describedBy}>
      <legend className={styles.legend}>{label}</legend>
      <p id={`${id}-description`} className={styles.hint}>
        {description}
      </p>
      {value !== '' && <img className={styles.thumbnail} src={value} alt={label} />}
      <div className={styles.buttons}>
        <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void choose(files)}>
          <Pressable isDisabled={isSaving}>
            <Button icon={<ImagePlus aria-hidden="true" />} disabled={isSaving}>
              {value === '' ? t`Choose picture` : t`Choose another picture`}
            </Button>
          </Pressable>
        </FileTrigger>
        {value !== '' && (
          <Button
            variant="quiet"
            icon={<Trash aria-hidden="true" />}
            disabled={isSaving}
            onClick={() => {
              setProblem(undefined)
              onChange('')
            }}
          >
            {t`Remove picture`}
          </Button>
        )}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(withType(String(reader.result), file))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** The server reads the type from the bytes; the browser needs one to show the picture. */
function withType(url: string, { name }: File): string {
  const [, data = ''] = url.split(',')
  if (/^data:image\/[a-z+]+;base64,/.test(url)) return url
  return `data:image/${/\.svg$/i.test(name) ? 'svg+xml' : 'png'};base64,${data}`
}
