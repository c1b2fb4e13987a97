import { t } from '@lingui/core/macro'

/**
 * React Aria has no Hindi, so its own texts come from our catalogue. It reads them from this
 * global, and throws if a package is missing here.
 */
export function provideReactAriaTexts(): void {
  Reflect.set(window, Symbol.for('react-aria.i18n.locale'), 'en')
  Reflect.set(window, Symbol.for('react-aria.i18n.strings'), {
    '@react-aria/overlays': { dismiss: () => t`Close` },
    '@react-aria/menu': { longPressMessage: () => t`Open menu` },
  })
}
