import { type Static, Type } from 'typebox'
import { success } from '../base/envelope-schemas.ts'

/** Someone else who has the record open in a form. `since` is UTC ISO 8601. */
export const Editor = Type.Object({ username: Type.String(), since: Type.String() })
export type Editor = Static<typeof Editor>

/** A record that a form edits. A photo also needs its section. */
export const EditedRecord = Type.Object({
  kind: Type.Union([
    Type.Literal('photo'),
    Type.Literal('home-video'),
    Type.Literal('event'),
    Type.Literal('admin'),
    Type.Literal('purpose'),
    Type.Literal('institution'),
    Type.Literal('donor'),
    Type.Literal('gift'),
    Type.Literal('settings'),
  ]),
  id: Type.String({ maxLength: 100, description: 'Of a gift by hand, its donation. Ignored for the settings.' }),
  section: Type.Optional(Type.String({ maxLength: 100 })),
})
export type EditedRecord = Static<typeof EditedRecord>

/** The same access as for changing the record. */
export const reportEditing = {
  about: {
    summary:
      'Reports that the caller has a record open in a form, and lists the others who have. Does not count as use of the session.',
    onFailure: 'The form does not show who else edits the record.',
    level: 1,
  },
  body: Type.Object({
    ...EditedRecord.properties,
    formId: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Random, one per open form.' }),
    isOpen: Type.Boolean({ description: 'False when the form closes. Without a report for 90 s it counts as closed.' }),
  }),
  response: success(Type.Array(Editor)),
}
