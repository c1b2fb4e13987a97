import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import * as endpoints from '@sevadesk/contract/donors/certificate.ts'
import * as schemas from '@sevadesk/contract/donors/certificate-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import { receiveUpload } from '../../http/uploads/uploads.ts'
import { requestedLanguage } from '../../text/localised-text.ts'
import { assertCertificateField, noSuchCertificate, readCertificateForm } from './certificate-form.ts'
import * as service from './certificate-service.ts'

export function certificateRoutes(
  app: FastifyInstance,
  { config, db, media, jobs, history, trust }: AppDependencies,
): void {
  const namingOf = async ({ headers }: FastifyRequest) => ({
    trust: await trust.inForce(db),
    language: requestedLanguage(headers['accept-language']),
  })
  const currentYear = () => financialYear(zonedDate(Date.now(), config.timeZone))

  route(app, endpoints.listCertificates, schemas.listCertificates, ['Donations'], async (request) => {
    const data = await service.listCertificates(db, request.params.id, await namingOf(request))
    return { success: true, data }
  })

  route(app, endpoints.addCertificate, schemas.addCertificate, ['Donations'], async (request) => {
    const { id: donorId } = request.params
    const maxBytes = endpoints.CERTIFICATE_MAX_BYTES
    const rules = {
      db,
      media,
      text: schemas.addCertificate.multipart,
      files: { kind: 'pdf', field: 'file', maxFiles: 1, maxBytes, isRequired: true },
      onStart: () => service.assertAccepts(db, donorId),
      onText: (name: string, value: string) => assertCertificateField(name, value, currentYear()),
    } as const
    const data = await receiveUpload(request, rules, async ({ text, files: [file], beforeCommit }) => {
      const fields = readCertificateForm(text)
      const dependencies = { db, media, jobs, log: app.log, recorder: history.by(request), beforeCommit }
      return service.addCertificate(dependencies, { donorId, fields, file }, await namingOf(request))
    })
    return { success: true, data, message: 'Certificate added successfully' }
  })

  route(app, endpoints.fetchCertificate, schemas.fetchCertificate, ['Donations'], async (request, reply) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchCertificate()
    const { row, donorName, content } = await service.openCertificate({ db, media, recorder: history.by(request) }, id)
    reply.type('application/pdf').headers({
      'content-disposition': certificateDisposition({ ...row, donorName }),
      'content-length': row.bytes,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    return content
  })

  route(app, endpoints.deleteCertificate, schemas.deleteCertificate, ['Donations'], async (request) => {
    const { id } = request.params
    if (!isId(id)) throw noSuchCertificate()
    await service.deleteCertificate({ db, recorder: history.by(request), timeZone: config.timeZone }, id)
    return { success: true, message: 'The certificate has been deleted.' }
  })
}

/** Keeps the file's name below 255 bytes, the limit of file systems. A character has at most 4. */
const DONOR_MAX_CHARACTERS = 50

interface NamedCertificate {
  year: string
  number: string
  donorName: string
}

/**
 * Returns the `Content-Disposition` of a certificate's file. The file name ends with the donor's name.
 * `filename` omits a name that is not ASCII; `filename*` always has it (RFC 6266).
 */
function certificateDisposition({ year, number, donorName }: NamedCertificate): string {
  const parts = ['certificate', year, number.replace(/[^A-Za-z0-9._-]/g, '-')]
  const donor = toPart(donorName)
  const whole = fileName([...parts, donor])
  const ascii = /^[\x20-\x7e]*$/.test(donor) ? whole : fileName(parts)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(whole)}`
}

function fileName(parts: readonly string[]): string {
  return `${parts.filter(Boolean).join('-')}.pdf`
}

/** Keeps letters with their marks, and digits. */
function toPart(text: string): string {
  const safe = text.replace(/\p{Cf}/gu, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...safe].slice(0, DONOR_MAX_CHARACTERS).join('').replace(/^-|-$/g, '')
}
