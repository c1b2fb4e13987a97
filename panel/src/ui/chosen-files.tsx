import { useLingui } from '@lingui/react/macro'
import { CircleAlert, File as FileIcon, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './chosen-files.module.css'
import { IconButton } from './icon-button.tsx'
import { formatFileSize } from './money.tsx'

interface ChosenFilesProps {
  files: readonly File[]
  problemOf?: ((file: File) => string | undefined) | undefined
  isLocked?: boolean | undefined
  onRemove: (file: File) => void
}

/** What was chosen: preview, name, size, and a way to take each out. */
export function ChosenFiles({ files, problemOf, isLocked, onRemove }: ChosenFilesProps) {
  const { t, i18n } = useLingui()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t`Chosen files`}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
          <Preview file={file} />
          <span className={styles.words}>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{formatFileSize(file.size, i18n.locale)}</span>
            <Problem words={problemOf?.(file)} />
          </span>
          <IconButton
            label={t`Remove ${file.name}`}
            icon={<X aria-hidden="true" />}
            disabled={isLocked}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}

function Problem({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <span className={styles.problem}>
      <CircleAlert aria-hidden="true" />
      {words}
    </span>
  )
}

/** An object URL keeps the whole file in memory until it is given back. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    setBroken(false)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return (
    <span className={styles.preview} aria-hidden="true">
      {url && !isBroken ? <img src={url} alt="" decoding="async" onError={() => setBroken(true)} /> : <FileIcon />}
    </span>
  )
}
