/** The words that the tests press, for journeys that run in both languages. */
export const WORDS = {
  en: {
    account: /^Account of /,
    add: 'Add New Photo',
    addEvent: 'Add New Event',
    addVideo: 'Add New Video',
    cancelUpload: 'Cancel',
    delete: /^Delete /,
    edit: /^Edit /,
    login: 'Login',
    logout: 'Logout',
    openMenu: 'Open menu',
    password: 'Password',
    play: /^Play /,
    /** After a failure the same button tries again. */
    save: /^(Save( changes)?|Try again)$/,
    tryAgain: 'Try again',
    username: 'Username',
    yes: 'Yes',
    yesDelete: 'Yes, delete it!',
  },
  hi: {
    account: / का खाता$/,
    add: 'नई फ़ोटो जोड़ें',
    addEvent: 'नया कार्यक्रम जोड़ें',
    addVideo: 'नया वीडियो जोड़ें',
    cancelUpload: 'रोकें',
    delete: / को हटाएँ$/,
    edit: / को एडिट करें$/,
    login: 'लॉगिन',
    logout: 'लॉगआउट',
    openMenu: 'मेन्यू खोलें',
    password: 'पासवर्ड',
    play: / चलाएँ$/,
    save: /^((बदलाव )?सेव करें|फिर से कोशिश करें)$/,
    tryAgain: 'फिर से कोशिश करें',
    username: 'यूज़रनेम',
    yes: 'हाँ',
    yesDelete: 'हाँ, हटा दें!',
  },
} as const

export type Language = keyof typeof WORDS
