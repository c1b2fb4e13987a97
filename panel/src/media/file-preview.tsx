import { File as FileIcon, Film, Image as ImageIcon } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import styles from './file-preview.module.css'
import { isHeic } from './judge-files.ts'
import { takeTurn } from './take-turn.ts'

/**
 * A small picture of a file, or of a video's beginning; an icon where the browser can't show it. Photos are loaded one after another,
 * so that a phone never holds thirty of them unpacked at once.
 */
export function FilePreview({ file }: { file: File }) {
  return (
    <span className={styles.preview} aria-hidden="true">
      {file.type.startsWith('image/') && <Photo key={keyOf(file)} file={file} />}
      {file.type.startsWith('video/') && <Video key={keyOf(file)} file={file} />}
      {!/^(image|video)\//.test(file.type) && (isHeic(file) ? <ImageIcon /> : <FileIcon />)}
    </span>
  )
}

function Photo({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const done = useRef<() => void>(null)

  useEffect(() => {
    let made: string | undefined
    const finish = takeTurn(() => {
      made = URL.createObjectURL(file)
      setAddress(made)
    })
    done.current = finish
    return () => {
      finish()
      // An object URL keeps the whole file in memory until it is given back.
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])

  if (!address || isBroken) return <ImageIcon />
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      onLoad={() => done.current?.()}
      onError={() => {
        setBroken(true)
        done.current?.()
      }}
    />
  )
}

function Video({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  // A film whose format is unknown may still have sound: it then has no width.
  function judge(event: SyntheticEvent<HTMLVideoElement>) {
    setBroken(event.currentTarget.videoWidth === 0)
  }

  if (!address || isBroken) return <Film />
  // The tenth of a second makes browsers on phones draw a frame where they else show nothing.
  return (
    <video
      src={`${address}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      onLoadedMetadata={judge}
      onError={() => setBroken(true)}
    />
  )
}

function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}
