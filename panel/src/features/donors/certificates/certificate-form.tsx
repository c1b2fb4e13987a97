import { useLingui } from '@lingui/react/macro'
import { CERTIFICATE_MAX_BYTES, CERTIFICATE_NUMBER_MAX } from '@sevadesk/contract/donors/certificate.ts'
import { normaliseCertificateNumber } from '@sevadesk/contract/donors/certificate-number.ts'
import { FilePicker } from '../../../media/file-picker.tsx'
import { uploadFailure } from '../../../media/upload-failure.ts'
import { UploadProgress, UploadStopped } from '../../../media/upload-progress.tsx'
import { useFocusAfterCancel } from '../../../media/use-focus-after-cancel.ts'
import { useUploadState } from '../../../media/use-upload-state.ts'
import { useTodayDate } from '../../../queries/use-today.ts'
import { useDraftStore } from '../../../session/drafts/draft-store.ts'
import { TextField } from '../../../ui/base/text-field.tsx'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'
import type { PageFormProps } from '../../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../../ui/form/use-record-form.tsx'
import styles from '../donor-parts.module.css'
import { type CertificateDraft, hasSameFields, isChangedCertificate, yearsUntil } from './certificate.ts'
import { useAddCertificate } from './certificate-queries.ts'

interface CertificateFormProps extends PageFormProps<CertificateDraft> {
  donorId: string
}

/** Adds a certificate of a donor. The server validates again what is validated before sending. */
export function CertificateForm({ donorId, initial, focusRequest, onSaved, onSavingChange }: CertificateFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const years = yearsUntil(useTodayDate())
  const addCertificate = useAddCertificate(donorId)
  const { upload, run, cancel } = useUploadState()

  function validate({ number }: CertificateDraft): { number?: string } {
    if ([...normaliseCertificateNumber(number)].length <= CERTIFICATE_NUMBER_MAX) return {}
    return { number: t`The number of a certificate has at most ${CERTIFICATE_NUMBER_MAX} characters.` }
  }

  const form = useRecordForm<CertificateDraft>({
    record: { store: useDraftStore('certificate', donorId) },
    initial,
    isDirty: isChangedCertificate,
    validate,
    send: (draft) => run((control) => addCertificate(draft, control)),
    onSaved,
    onSavingChange,
    fieldOf: (field) => (field === 'file' ? 'files' : field),
  })
  const { draft, change, isSaving, error, rejection, fieldErrors } = form
  const failure = error && rejection && uploadFailure(error, rejection.draft, draft, hasSameFields)
  // A cancelled upload is not an error: the status beside the buttons reports it.
  const generalError = failure?.isCancelled === false ? form.generalError : undefined
  const saveButton = useFocusAfterCancel(isSaving, upload.percent)

  function problemOf(file: File): string | undefined {
    if (failure?.refused.includes(file)) return t`Not accepted`
    return generalError && !failure?.unknownOutcome ? t`Not saved` : undefined
  }

  return (
    <FormPanel
      form={{
        ...form,
        rejection: error ? failure && rejection : rejection,
        errorMessage: generalError && failureText(generalError),
      }}
      title={t`Add certificate`}
      focusRequest={focusRequest}
      chooseAgain={draft.files.length === 0 ? t`The file that you had chosen is not kept. Choose it again.` : undefined}
      status={
        <>
          {isSaving && <UploadProgress upload={upload} onCancel={cancel} />}
          {failure && <UploadStopped failure={failure} />}
        </>
      }
      saveButton={saveButton}
    >
      <div className={styles.pair}>
        <SelectField
          {...fieldProps(form, 'year')}
          label={t`Financial year`}
          options={years.map((year) => ({ value: year, label: year }))}
        />
        <TextField
          {...fieldProps(form, 'number')}
          label={t`Number`}
          labelNote={t`(optional)`}
          description={t`The acknowledgement number on the certificate.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <FilePicker
        label={t`PDF file`}
        chooseLabel={t`Choose PDF file`}
        rules={{ accept: 'application/pdf', multiple: false, maxBytes: CERTIFICATE_MAX_BYTES }}
        files={draft.files}
        onChange={(files) => change({ files })}
        isDisabled={isSaving}
        problemOf={problemOf}
        errorMessage={fieldErrors.files}
      />
    </FormPanel>
  )
}
