import { Type } from 'typebox'

/** Beyond the specification (level 1). */
export const VersionField = {
  version: Type.Optional(Type.Integer({ description: 'Counts the changes: 1 when new. For `If-Match`.' })),
}
