import { Type } from 'typebox'

/**
 * A form field that the site hides from people. Only programs fill it. A form with text in it gets
 * the response of a success and is not stored. Browsers and password managers do not fill a field
 * named `extraNote`.
 */
export const Honeypot = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]))
