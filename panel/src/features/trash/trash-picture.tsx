import { useEffect, useState } from 'react'
import type { TrashEntry } from './trash-item.ts'
import styles from './trash-page.module.css'
import { useTrashPicture } from './trash-queries.ts'

/** A small picture of a deleted record, or an empty box while it loads and if there is none. */
export function TrashPicture({ entry }: { entry: TrashEntry }) {
  const file = useTrashPicture(entry)
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])

  if (!entry.hasPicture) return null
  return <span className={styles.picture}>{file && address && <img src={address} alt="" />}</span>
}
