/** The words that the tests press, for journeys that run in both languages. */
export const WORDS = {
  en: {
    account: /^Account of /,
    add: 'Add New Photo',
    choose: /^Choose photos?$/,
    delete: /^Delete /,
    edit: /^Edit /,
    login: 'Login',
    logout: 'Logout',
    openMenu: 'Open menu',
    password: 'Password',
    save: /^Save( changes)?$/,
    username: 'Username',
    yesDelete: 'Yes, delete it!',
  },
  hi: {
    account: / का खाता$/,
    add: 'नया फ़ोटो जोड़ें',
    choose: /^फ़ोटो चुनें$/,
    delete: /हटाएँ$/,
    edit: /बदलें$/,
    login: 'लॉगिन',
    logout: 'लॉगआउट',
    openMenu: 'मेन्यू खोलें',
    password: 'पासवर्ड',
    save: /^(सहेजें|बदलाव सहेजें)$/,
    username: 'यूज़रनेम',
    yesDelete: 'हाँ, हटाएँ!',
  },
} as const

export type Language = keyof typeof WORDS
