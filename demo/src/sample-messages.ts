import type { Tables } from '@sevadesk/server/db/db.ts'
import { randomPerson } from './people-names.ts'
import type { Random } from './random.ts'

const MESSAGES: readonly (readonly [subject: string, message: string])[] = [
  [
    'Visit on Sunday',
    'We are a family of five and would like to see the gaushala on Sunday morning. Is that possible, and may the children feed the calves?',
  ],
  [
    'Receipt for my donation',
    'I gave 5,100 rupees on Monday and could not download the receipt. My phone showed the page only half. Could you send it again?',
  ],
  [
    'पिताजी के लिए जगह',
    'मेरे पिताजी 78 वर्ष के हैं और अकेले रहते हैं। क्या वृद्धाश्रम में उनके लिए जगह है? कृपया बताएँ कि क्या-क्या काग़ज़ चाहिए।',
  ],
  [
    'Volunteering',
    'I am a retired teacher and free on three mornings a week. I would love to help in the school, best with mathematics.',
  ],
  [
    'Eye operation for my mother',
    'She has cataract in both eyes. Your camp in Rampur told us to come in December. Which day should we come, and does she have to fast?',
  ],
  ['Thank you', 'My son walks again. There is no other word than thank you to the people at the physiotherapy centre.'],
  ['Old clothes and blankets', 'Our housing society has collected twelve bags. Where and when can we bring them?'],
  ['गाय घायल है', 'हाईवे पर टोल के पास एक गाय घायल पड़ी है। कृपया किसी को भेजिए, हम यहीं खड़े हैं।'],
  [
    'CSR partnership',
    'We are a small company of forty people and look for a long-term partner in education. May we call you this week?',
  ],
  [
    'Wrong amount',
    'I wanted to give 501 and typed 5010. Is it possible to return the difference? If not, then let the cows have a feast.',
  ],
  [
    'Job as a nurse',
    'I finished my nursing diploma this year with first class. Please find my certificates with your clerk; I left them on Friday.',
  ],
  [
    'Birthday meal',
    'For my mother’s 75th birthday we would like to give the noon meal to everybody in the Vriddhashram. What does it cost?',
  ],
  ['स्कूल में दाख़िला', 'कक्षा दो में दाख़िले के लिए फ़ॉर्म कब से मिलेंगे?'],
  [
    '80G certificate',
    'Please tell me how I get the certificate for last financial year. My donations were in June and in January.',
  ],
  [
    'Photos of the annual day',
    'Will there be photos for the parents? My daughter danced in the second row and I only saw her elbow.',
  ],
]

/** Messages of the last ten weeks, oldest first. */
export function sampleMessages(random: Random, now: Date, newId: () => string): Tables['messages'][] {
  return MESSAGES.map(([subject, message], index) => {
    const { name, email } = randomPerson(random)
    const daysAgo = (MESSAGES.length - index - random.next()) * 4.6
    return {
      id: newId(),
      name,
      email,
      subject,
      message,
      created_at: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
    }
  })
}
