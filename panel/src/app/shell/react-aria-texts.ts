import { plural, t } from '@lingui/core/macro'

interface Dated {
  date: string
}

interface Option {
  optionText: string
  isSelected: boolean
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
    '@react-aria/combobox': {
      buttonLabel: () => t`Show suggestions`,
      listboxLabel: () => t`Suggestions`,
      focusAnnouncement: ({ optionText, isSelected }: Option) =>
        isSelected ? t({ message: `${optionText}, selected`, context: 'a suggestion' }) : optionText,
      selectedAnnouncement: ({ optionText }: Option) =>
        t({ message: `${optionText}, selected`, context: 'a suggestion' }),
      countAnnouncement: ({ optionCount }: { optionCount: number }) =>
        plural(optionCount, { one: '# suggestion available.', other: '# suggestions available.' }),
    },
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
