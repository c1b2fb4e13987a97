import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { CERTIFICATE_NUMBER_MAX, FIRST_CERTIFICATE_YEAR } from './certificate.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

/**
 * A certificate of a year's donations that the tax authority's portal made and the trust keeps for
 * the donor. `year` is a financial year such as `2026-27`. `name` is what the settings call such a
 * certificate on the first day of that year, in the caller's language; null without a name there.
 * `number` is in upper case and may be empty. `bytes` is the size of the PDF file.
 */
export const Certificate = Type.Object({
  _id: Type.String(),
  year: Type.String(),
  name: Nullable,
  number: Type.String(),
  bytes: Type.Integer(),
  addedBy: Nullable,
  createdAt: Type.String(),
})
export type Certificate = Static<typeof Certificate>

const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

export const listCertificates = {
  about: {
    summary: 'The certificates of a donor and of the records merged into it, the newest year first.',
    level: 1,
    onFailure: 'The page of the donor shows “Failed to fetch the certificates”.',
  },
  params: Id,
  response: success(Type.Array(Certificate)),
}

export const addCertificate = {
  about: {
    summary: 'Adds a certificate, a PDF file, to a donor.',
    level: 1,
    onFailure: 'A toast shows “Failed to save the certificate”; the form keeps its input and shows the reason.',
    files: { file: { kind: 'pdf' as const, isRequired: true } },
    refusals: {
      404: 'There is no such donor.',
      409: 'The donor was merged meanwhile, or has a certificate of the year with this number.',
    },
  },
  params: Id,
  multipart: Type.Object({
    year: Type.String({
      title: 'Financial year',
      description: `A financial year from \`${FIRST_CERTIFICATE_YEAR}\` to the current one.`,
    }),
    number: Type.Optional(
      Type.String({ title: 'Number', description: `At most ${CERTIFICATE_NUMBER_MAX} characters.` }),
    ),
  }),
  response: success(Certificate),
}

/** The response is the file, not JSON. */
export const fetchCertificate = {
  about: {
    summary: 'The PDF file of a certificate. The history records who asked.',
    level: 1,
    onFailure: 'A toast shows “Failed to download the certificate”.',
    contentType: 'application/pdf' as const,
    refusals: { 404: 'There is no such certificate, or its file is missing.' },
  },
  params: Id,
  response: Type.Unsafe<unknown>({}),
}

export const deleteCertificate = {
  about: {
    summary: 'Moves a certificate to the trash.',
    level: 1,
    onFailure: 'The page shows “Error!” and “Failed to delete the certificate.”; the row stays.',
  },
  params: Id,
  response: Done,
}
