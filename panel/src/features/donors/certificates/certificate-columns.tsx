import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import Download from '~icons/lucide/download'
import Trash from '~icons/lucide/trash'
import { Button } from '../../../ui/base/button.tsx'
import { useTrust } from '../../../ui/base/trust.tsx'
import { DateTime, formatDate } from '../../../ui/format/date-time.tsx'
import { FileSize } from '../../../ui/format/money.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import styles from '../donor-parts.module.css'
import type { CertificateEntry } from './certificate.ts'
import { useCertificateDownload } from './certificate-queries.ts'

/** Names a certificate by its name, year, and number or, without a number, when it was added. */
export function useCertificateLabel(): (certificate: CertificateEntry) => string {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  return ({ name, year, number, createdAt }) => {
    const label = [name || t({ message: 'Certificate', context: 'of a donor' }), year, number].filter(Boolean).join(' ')
    if (number !== '') return label
    const moment = formatDate(createdAt, 'date-time', timeZone, i18n.locale)
    return t`${label}, added on ${moment}`
  }
}

interface CertificateColumnsProps {
  onDelete: (certificate: CertificateEntry) => void
  /** Moves focus when another user deleted the certificate whose button had it. */
  focusFallback: () => void
}

export function useCertificateColumns(props: CertificateColumnsProps): Column<CertificateEntry>[] {
  const { onDelete, focusFallback } = props
  const { t } = useLingui()
  const labelOf = useCertificateLabel()
  return [
    { id: 'year', head: t`Financial year`, kind: 'title', width: 14, cell: ({ year }) => year },
    {
      id: 'name',
      head: t`Certificate`,
      isClamped: true,
      cell: ({ name }) => name || t({ message: 'Certificate', context: 'of a donor' }),
    },
    { id: 'number', head: t`Number`, width: 20, cell: ({ number }) => number },
    {
      id: 'added',
      head: t({ message: 'Added', context: 'when and by whom' }),
      width: 15,
      cell: ({ createdAt, addedBy }) => (
        <>
          <DateTime moment={createdAt} />
          {addedBy && <span className={styles.others}>{addedBy}</span>}
        </>
      ),
    },
    {
      id: 'size',
      head: t`Size`,
      align: 'end',
      width: 10,
      cell: ({ bytes }) => <FileSize bytes={bytes} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 22,
      cell: (certificate) => {
        const name = labelOf(certificate)
        return (
          <>
            <DownloadButton certificate={certificate} name={name} focusFallback={focusFallback} />
            <IconButton
              label={t`Delete ${name}`}
              tone="danger"
              icon={<Trash aria-hidden="true" />}
              onClick={() => onDelete(certificate)}
            />
          </>
        )
      },
    },
  ]
}

interface DownloadButtonProps extends Pick<CertificateColumnsProps, 'focusFallback'> {
  certificate: CertificateEntry
  name: string
}

function DownloadButton({ certificate, name, focusFallback }: DownloadButtonProps) {
  const { t } = useLingui()
  const { isPending, isError, save } = useCertificateDownload(certificate)

  const moveFocus = useEffectEvent(() => {
    if (isError && document.activeElement === document.body) focusFallback()
  })
  // Only on unmount: a button that stays keeps focus, which Safari does not give to clicked buttons.
  useEffect(() => () => moveFocus(), [])

  return (
    <Button
      variant="quiet"
      icon={<Download aria-hidden="true" />}
      aria-label={t`Download ${name}`}
      isPending={isPending}
      pendingLabel={t`Downloading...`}
      onClick={save}
    >
      {t`Download`}
    </Button>
  )
}
