import type { Message } from './memory.ts'

const LONG = `${'The road to the cow shelter is flooded after the rain. '.repeat(40)}Please send the van on Sunday.`

/** Messages as visitors write them. Some lack fields, and only one has a date. */
const MESSAGES: Omit<Message, '_id'>[] = [
  { name: 'Anil Kumar', email: 'anil@example.org', subject: 'Visit', message: 'May we visit on Sunday?\nWe are five.' },
  { name: 'सुनीता देवी', email: 'sunita@example.org', subject: 'नेत्र शिविर', message: 'अगला नेत्र शिविर कब लगेगा?' },
  {
    name: '<img src=x onerror="window.hit=1">',
    email: 'markup@example.org',
    subject: '<script>window.hit=1</script>',
    message:
      '<svg onload="window.hit=1"></svg> <a href="javascript:window.hit=1">press</a> &lt;b&gt; https://evil.example/',
  },
  {
    name: 'Long Writer',
    email: 'long@example.org',
    subject: 'Flood',
    message: LONG,
    createdAt: '2026-03-31T18:40:00.000Z',
  },
  { name: '', email: 'not an address', message: 'Nobody wrote this' },
  { name: null, email: null, subject: null, message: null },
  { subject: 'Nothing else' },
]

export function messageSet(newId: () => string): Message[] {
  return MESSAGES.map((message) => ({ _id: newId(), ...message }))
}
