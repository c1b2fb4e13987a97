import { expect, test } from 'vitest'
import { judgeCookies } from './session-cookie.ts'

const CLIENT = { host: 'https://api.example.net', origin: 'https://panel.example.org' }
const RIGHT = 'HttpOnly; Secure; SameSite=None'

test.each([
  ['beside one that scripts are to read', [`connect.sid=s%3Atoken.sign; ${RIGHT}`, 'XSRF-TOKEN=x; Secure'], 0],
  ['beside one of a load balancer', ['AWSALB=x; Path=/', `session=s; ${RIGHT}`], 0],
  ['that is the token, whatever else is right', ['session=token; Secure; SameSite=None', `other=x; ${RIGHT}`], 1],
  ['where none is right', ['session=s; Secure; SameSite=None', 'AWSALB=x'], 3],
])('a session cookie %s', (_what, lines, differences) => {
  expect(judgeCookies(lines, CLIENT, 'token')).toHaveLength(differences)
})
