import { findGallery } from '@sevadesk/contract/accounts/section.ts'
import { reportEditing } from '@sevadesk/contract/records/editing.ts'
import * as schemas from '@sevadesk/contract/records/editing-schemas.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { notFound } from '../../errors.ts'
import { assertMayOpen, assertSuperadmin } from '../../http/access.ts'
import { route } from '../../http/route.ts'
import { assertMayEditAdmin } from './editing-service.ts'
import { closeForm, listOtherEditors, reportForm } from './open-form-store.ts'

export function editingRoutes(app: FastifyInstance, { db }: AppDependencies): void {
  route(
    app,
    reportEditing,
    schemas.reportEditing,
    'signed-in',
    async (request) => {
      const { admin, body } = request
      const report = { record: await findRecord(request, body, admin.id), formId: body.formId, adminId: admin.id }
      await (body.isOpen ? reportForm(db, report) : closeForm(db, report))
      return { success: true, data: await listOtherEditors(db, report) }
    },
    { isBackground: true },
  )

  /** Returns the record's name. Throws forbidden() unless the caller may change such a record. */
  async function findRecord(
    request: FastifyRequest,
    { kind, id, section = '' }: schemas.EditedRecord,
    callerId: string,
  ): Promise<string> {
    if (kind === 'event') assertMayOpen(request, 'Events')
    if (kind === 'home-video') assertMayOpen(request, 'HomeVideo')
    if (kind === 'donor' || kind === 'gift') assertMayOpen(request, 'Donations')
    if (kind === 'purpose' || kind === 'institution' || kind === 'settings') assertSuperadmin(request)
    if (kind === 'admin') await assertMayEditAdmin(db, callerId, id)
    if (kind === 'settings') return kind
    if (kind !== 'photo') return `${kind} ${id}`
    const gallery = findGallery(section)
    if (!gallery) throw notFound()
    assertMayOpen(request, gallery.key)
    return `${kind} ${gallery.key} ${id}`
  }
}
