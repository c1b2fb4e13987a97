import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import FileIcon from '~icons/lucide/file'
import Film from '~icons/lucide/film'
import ImageIcon from '~icons/lucide/image'
import styles from './file-preview.module.css'
import { enqueuePreview } from './preview-queue.ts'
import { revokeLater } from './revoke-later.ts'
import { fileKey, isHeic } from './validate-files.ts'

/**
 * A thumbnail of a photo or of a video's first frame, or an icon where the browser cannot show it.
 * Photos load one after another, so that a phone never decodes many at once.
 */
export function FilePreview({ file }: { file: File }) {
  return (
    <span className={styles.preview} aria-hidden="true">
      {file.type.startsWith('image/') && <Photo key={fileKey(file)} file={file} />}
      {file.type.startsWith('video/') && <Video key={fileKey(file)} file={file} />}
      {!/^(image|video)\//.test(file.type) && (isHeic(file) ? <ImageIcon /> : <FileIcon />)}
    </span>
  )
}

function Photo({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const release = useRef<() => void>(null)

  useEffect(() => {
    let objectUrl: string | undefined
    const releasePreview = enqueuePreview(() => {
      objectUrl = URL.createObjectURL(file)
      setUrl(objectUrl)
    })
    release.current = releasePreview
    return () => {
      releasePreview()
      // An object URL keeps the whole file in memory until it is revoked.
      if (objectUrl) revokeLater(objectUrl)
    }
  }, [file])

  if (!url || isBroken) return <ImageIcon />
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      onLoad={() => release.current?.()}
      onError={() => {
        setBroken(true)
        release.current?.()
      }}
    />
  )
}

function Video({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => revokeLater(objectUrl)
  }, [file])

  // A browser that cannot decode the picture may still load the sound. The width is then 0.
  function checkPicture(event: SyntheticEvent<HTMLVideoElement>) {
    setBroken(event.currentTarget.videoWidth === 0)
  }

  if (!url || isBroken) return <Film />
  // Without a start time, browsers on phones draw no frame.
  return (
    <video
      src={`${url}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      onLoadedMetadata={checkPicture}
      onError={() => setBroken(true)}
    />
  )
}
