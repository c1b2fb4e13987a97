import { Type } from 'typebox'

/**
 * A form field that the site hides from people. Only programs fill it. A form with text in it gets
 * the response of a success and is not stored. Its name `extraNote` is none that browsers and
 * password managers fill.
 */
export const Honeypot = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]))
