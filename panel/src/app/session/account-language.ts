import { isExtended, setLanguage } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { call } from '../../api/call.ts'
import { chosenLanguage, markChoiceSent, markChoiceUnsent } from '../../locales/language.ts'

/** The latest save. Each waits for the one before, so that the last choice is stored last. */
let saving: Promise<void> = Promise.resolve()

/**
 * Stores the user's choice with the account, if the backend can. A failure is not shown: the choice
 * holds in this browser, and is sent again when the panel starts.
 */
export function saveChosenLanguage({ _id, level }: CurrentAdmin): void {
  const language = chosenLanguage()
  if (!language || !isExtended({ level })) return
  markChoiceUnsent(_id, language)
  const save = saving.then(async () => {
    try {
      await call(setLanguage, { body: { language } })
      if (save === saving) markChoiceSent()
    } catch {
      // The mark stays.
    }
  })
  saving = save
}
