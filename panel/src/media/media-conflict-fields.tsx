import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ConflictField } from '../ui/form/use-conflict.ts'
import { FilePreview } from './file-preview.tsx'
import styles from './media-conflict-fields.module.css'
import type { MediaDraft } from './media-draft.ts'
import type { MediaKind } from './validate-files.ts'

interface ConflictFieldOptions {
  labels: { title?: string | undefined }
  accept: MediaKind
  /** The picture or video that the server has now. */
  current?: ReactNode
  detailFields?: readonly ConflictField<MediaDraft>[]
}

/** What is compared if others saved a photo, video or event meanwhile, in the form's order. */
export function useMediaConflictFields(options: ConflictFieldOptions): ConflictField<MediaDraft>[] {
  const { labels, accept, current, detailFields = [] } = options
  const { t } = useLingui()
  return [
    { name: 'title', label: labels.title ?? t`Title`, keys: ['title'], show: ({ title }) => title },
    ...detailFields,
    { name: 'description', label: t`Description`, keys: ['description'], show: ({ description }) => description },
    {
      name: 'media',
      label: accept === 'image/*' ? t`Picture` : t`Video`,
      keys: ['files'],
      comparable: ({ files, stored }) => (files.length > 0 ? 'chosen' : (stored ?? '')),
      show: ({ files: [file] }) =>
        file ? (
          <span className={styles.file}>
            <FilePreview file={file} />
            {file.name}
          </span>
        ) : (
          current && (
            <span className={styles.media} inert>
              {current}
            </span>
          )
        ),
    },
  ]
}
