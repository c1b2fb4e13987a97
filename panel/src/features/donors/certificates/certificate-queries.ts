import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  addCertificate,
  deleteCertificate,
  fetchCertificate,
  listCertificates,
} from '@sevadesk/contract/donors/certificate.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import { download } from '../../../api/download.ts'
import { dataOf } from '../../../api/read-response.ts'
import { saveFile } from '../../../api/save-file.ts'
import type { UploadControl } from '../../../media/use-upload-state.ts'
import { DONORS_KEY } from '../../../queries/query-keys.ts'
import { useUpload } from '../../../queries/use-idempotency.ts'
import { useRemoval } from '../../../queries/use-removal.ts'
import { useReload } from '../../../queries/use-send-draft.ts'
import type { CertificateDraft, CertificateEntry } from './certificate.ts'

const CERTIFICATES_KEY = [...DONORS_KEY, 'certificates']

/** The server writes the names of certificates in the user's language. */
function certificatesQuery(donorId: string, language: string) {
  return queryOptions({
    queryKey: [...CERTIFICATES_KEY, donorId, language],
    queryFn: async ({ signal }) =>
      dataOf(await call(listCertificates, { params: { id: donorId } }, { signal })).map(
        (certificate): CertificateEntry => ({ ...certificate, id: certificate._id }),
      ),
    meta: { errorMessage: msg`Failed to fetch the certificates` },
  })
}

/** The certificates of a donor and of the records merged into it, in the backend's order. */
export function useCertificates(donorId: string) {
  const { i18n } = useLingui()
  return useQuery(certificatesQuery(donorId, i18n.locale))
}

/**
 * Returns a function that sends a new certificate of a donor. Rejects unless the server confirms.
 */
export function useAddCertificate(donorId: string) {
  // Another user may have merged the donor.
  const reload = useReload(DONORS_KEY)
  const upload = useUpload()
  const { mutateAsync } = useMutation({
    mutationFn: ({ draft, control }: { draft: CertificateDraft; control: UploadControl }) => {
      const { year, number, files } = draft
      const input = { params: { id: donorId }, multipart: { year, number: number.trim() } }
      return upload(addCertificate, input, { file: files }, control)
    },
    onSettled: reload,
    meta: {
      errorMessage: msg`Failed to save the certificate`,
      successMessage: msg`Certificate added successfully`,
    },
  })
  return (draft: CertificateDraft, control: UploadControl) => mutateAsync({ draft, control })
}

/** Returns a function that saves the file, whether it is doing so, and whether it failed. */
export function useCertificateDownload({ _id, year }: CertificateEntry) {
  const isBusy = useRef(false) // React state updates too late for a double click
  const reload = useReload(CERTIFICATES_KEY)
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const { file, name } = await download(fetchCertificate, { params: { id: _id } }, { kind: 'pdf' })
      saveFile(file, name ?? `certificate-${year}.pdf`)
    },
    // Another user may have deleted it.
    onError: reload,
    onSettled: () => {
      isBusy.current = false
    },
    meta: { errorMessage: msg`Failed to download the certificate` },
  })

  function save() {
    if (isBusy.current) return
    isBusy.current = true
    mutate()
  }

  return { isPending, isError, save }
}

export function useCertificateDeletion(donorId: string) {
  const { i18n } = useLingui()
  return useRemoval('certificate', {
    listKey: certificatesQuery(donorId, i18n.locale).queryKey,
    staleKey: CERTIFICATES_KEY,
    remove: (id) => call(deleteCertificate, { params: { id } }),
  })
}
