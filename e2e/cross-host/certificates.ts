import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOpenssl } from '../../scripts/browsers.mjs'

/** Paths of the authority's certificate and of the site's certificate and key. */
export interface Certificates {
  authority: string
  site: string
  siteKey: string
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Creates a test authority, which signs one certificate for all hosts. */
export function makeCertificates(folder: string, hosts: readonly string[]): Certificates {
  const path = (name: string) => join(folder, name)
  const program = findOpenssl()
  if (!program) throw new Error('There is no openssl here')
  const openssl = (...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
  const authority = [path('ca.key'), path('ca.crt')] as const
  openssl('req', '-x509', ...KEY, '-keyout', authority[0], '-out', authority[1], '-days', '2', '-subj', '/CN=Test CA')
  openssl('req', ...KEY, '-keyout', path('site.key'), '-out', path('site.csr'), '-subj', `/CN=${hosts[0]}`)
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  writeFileSync(path('site.ext'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n`)
  const signing = ['-CAkey', authority[0], '-CA', authority[1], '-CAcreateserial', '-extfile', path('site.ext')]
  openssl('x509', '-req', '-in', path('site.csr'), ...signing, '-out', path('site.crt'), '-days', '2')
  return { authority: authority[1], site: path('site.crt'), siteKey: path('site.key') }
}
