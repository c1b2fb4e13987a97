/** The words that the tests press, for journeys that run in both languages. */
export const WORDS = {
  en: {
    account: /^Account of /,
    add: 'Add New Photo',
    addEvent: 'Add New Event',
    addVideo: 'Add New Video',
    delete: /^Delete /,
    edit: /^Edit /,
    login: 'Login',
    logout: 'Logout',
    openMenu: 'Open menu',
    password: 'Password',
    save: /^Save( changes)?$/,
    username: 'Username',
    yes: 'Yes',
    yesDelete: 'Yes, delete it!',
  },
  hi: {
    account: / का खाता$/,
    add: 'नई फ़ोटो जोड़ें',
    addEvent: 'नया कार्यक्रम जोड़ें',
    addVideo: 'नया वीडियो जोड़ें',
    delete: / को हटाएँ$/,
    edit: / को एडिट करें$/,
    login: 'लॉगिन',
    logout: 'लॉगआउट',
    openMenu: 'मेन्यू खोलें',
    password: 'पासवर्ड',
    save: /^(बदलाव )?सेव करें$/,
    username: 'यूज़रनेम',
    yes: 'हाँ',
    yesDelete: 'हाँ, हटा दें!',
  },
} as const

export type Language = keyof typeof WORDS
