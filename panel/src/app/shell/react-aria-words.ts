import { t } from '@lingui/core/macro'

/**
 * React Aria brings no Hindi, so the few words that it says itself are ours. It looks for them in this place, and reads each when it
 * is shown; a package of its that is not listed here fails at once.
 */
export function lendWordsToReactAria(): void {
  Reflect.set(window, Symbol.for('react-aria.i18n.locale'), 'en')
  Reflect.set(window, Symbol.for('react-aria.i18n.strings'), {
    '@react-aria/overlays': { dismiss: () => t`Close` },
    '@react-aria/menu': { longPressMessage: () => t`Open menu` },
  })
}
