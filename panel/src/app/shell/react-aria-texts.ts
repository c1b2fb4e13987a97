import { t } from '@lingui/core/macro'

interface Dated {
  date: string
}

/**
 * React Aria has no Hindi, so its own texts come from our catalogue. It reads them from this
 * global, and throws if a package is missing here.
 */
export function provideReactAriaTexts(): void {
  Reflect.set(window, Symbol.for('react-aria.i18n.locale'), 'en')
  Reflect.set(window, Symbol.for('react-aria.i18n.strings'), {
    '@react-aria/overlays': { dismiss: () => t`Close` },
    '@react-aria/menu': { longPressMessage: () => t`Open menu` },
    '@react-aria/calendar': {
      previous: () => t`Previous month`,
      next: () => t`Next month`,
      selectedDateDescription: ({ date }: Dated) => t`Selected date: ${date}`,
      todayDate: ({ date }: Dated) => t`Today, ${date}`,
      todayDateSelected: ({ date }: Dated) => t`Today, ${date}, selected`,
      dateSelected: ({ date }: Dated) => t({ message: `${date}, selected`, context: 'a day in a calendar' }),
      minimumDate: () => t`First available date`,
      maximumDate: () => t`Last available date`,
    },
  })
}
