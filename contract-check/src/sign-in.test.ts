import { expect, test } from 'vitest'
import { checkCookies } from './sign-in.ts'

const CLIENT = { host: 'https://api.example.net', origin: 'https://panel.example.org' }
const CORRECT = 'HttpOnly; Secure; SameSite=None'

test.each([
  ['ignores a cookie for scripts', [`connect.sid=s%3Atoken.sign; ${CORRECT}`, 'XSRF-TOKEN=x; Secure'], 0],
  ['ignores the cookie of a load balancer', ['AWSALB=x; Path=/', `session=s; ${CORRECT}`], 0],
  ['reports only the cookie that holds the token', ['session=token; Secure; SameSite=None', `other=x; ${CORRECT}`], 1],
  ['reports every cookie if none is correct', ['session=s; Secure; SameSite=None', 'AWSALB=x'], 3],
])('%s', (_name, lines, differences) => {
  expect(checkCookies(lines, CLIENT, 'token')).toHaveLength(differences)
})
