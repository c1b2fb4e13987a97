/**
 * One breach for every row of the import table (ARCHITECTURE.md), and a line of the same kind that is allowed.
 * `#` in `file` is where the test puts a name; `says` is a part of the message that teaches.
 */
export interface Row {
  who: string
  file: string
  breach: string
  clean: string
  says: string
}

const plain = "import { mayOpen } from '@sevadesk/contract/section.ts'; mayOpen"
const featureSays = 'A feature imports its own folder, session, address, ui and the contract'
const contractTypes = "import type { Photo } from '@sevadesk/contract/gallery-schemas.ts'; export type P = Photo"
const outside = 'Journeys and the bench see the built product from outside'

export const rows: Row[] = [
  row('contract', 'contract/src/#.ts', 'node:fs', 'typebox', 'The contract imports typebox and its own files alone'),
  row('contract', 'contract/src/#.ts', '@sevadesk/server/x.ts', './section.ts', 'The contract imports typebox'),
  row('contract tests', 'contract/src/#.test.ts', 'node:fs', 'vitest', 'A test of the contract imports'),
  row('panel/app', 'panel/src/app/#.ts', '../../../server/src/app.ts', '../features/a/a-page.tsx', 'The panel knows'),
  row('panel/app', 'panel/src/app/#.ts', 'node:fs', '../api/call.ts', 'runs in browsers'),
  row('a feature', 'panel/src/features/a/#.tsx', '../b/b-page.tsx', './a-form.tsx', featureSays),
  row('a feature', 'panel/src/features/a/#.tsx', '../../app/router.tsx', '../../session/me.ts', featureSays),
  row('a feature', 'panel/src/features/a/#.tsx', '../../api/call.ts', '../../ui/button.tsx', featureSays),
  row('queries', 'panel/src/features/a/#-queries.ts', '../b/b-queries.ts', '../../api/call.ts', "A feature's queries"),
  row('queries', 'panel/src/features/a/#-queries.ts', '../../app/router.tsx', './a-page.tsx', "A feature's queries"),
  row('a feature', 'panel/src/features/a/#.tsx', '../../app/screen.ts', '../../address/use-sort-order.ts', featureSays),
  row(
    'queries',
    'panel/src/features/a/#-queries.ts',
    '../../app/screen.ts',
    '../../address/use-sort-order.ts',
    "A feature's queries",
  ),
  row('panel/address', 'panel/src/address/#.ts', '../session/me.ts', '../ui/sort-select.tsx', 'address is what the'),
  row('panel/address', 'panel/src/address/#.ts', '../api/call.ts', './use-sort-order.ts', 'address is what the'),
  row('panel/address', 'panel/src/address/#.ts', '@tanstack/react-query', '@tanstack/react-router', 'address is what'),
  row('panel/address', 'panel/src/address/#.ts', '../features/a/a-page.tsx', 'react', 'address is what the'),
  row(
    'queries',
    'panel/src/features/a/#-queries.ts',
    '../../app/screen.ts',
    '../../calls/use-removal.ts',
    "A feature's queries",
  ),
  row('a feature', 'panel/src/features/a/#.tsx', '../../calls/use-removal.ts', './a-queries.ts', featureSays),
  row('panel/calls', 'panel/src/calls/#.ts', '../features/a/a-queries.ts', '../api/call.ts', 'calls is what the'),
  row('panel/calls', 'panel/src/calls/#.ts', '../address/use-sort-order.ts', '../session/me.ts', 'calls is what the'),
  row('panel/calls', 'panel/src/calls/#.ts', '../app/screen.ts', '@tanstack/react-query', 'calls is what the'),
  row('panel/ui', 'panel/src/ui/#.ts', '../calls/use-removal.ts', './button.tsx', 'ui is looks without data'),
  row('panel/session', 'panel/src/session/#.ts', '../address/use-sort-order.ts', './me.ts', 'session imports api'),
  row('panel/ui', 'panel/src/ui/#.ts', '../address/use-sort-order.ts', './button.tsx', 'ui is looks without data'),
  row('panel/session', 'panel/src/session/#.ts', '../features/a/a-page.tsx', '../api/call.ts', 'session imports api'),
  row('panel/session', 'panel/src/session/#.ts', '../ui/button.tsx', './me.ts', 'session imports api'),
  row('panel/session', 'panel/src/session/#.ts', '../app/router.tsx', '../api/host.ts', 'session imports api'),
  row('panel/ui', 'panel/src/ui/#.ts', '../api/host.ts', 'react-aria-components/Button', 'ui is looks without data'),
  row('panel/ui', 'panel/src/ui/#.ts', '../session/me.ts', './theme-choice.ts', 'ui is looks without data'),
  row('panel/ui', 'panel/src/ui/#.ts', '../features/a/a-page.tsx', './button.tsx', 'ui is looks without data'),
  row('panel/ui', 'panel/src/ui/#.ts', '@tanstack/react-query', 'lucide-react', 'ui is looks without data'),
  {
    who: 'panel/ui',
    file: 'panel/src/ui/#.ts',
    breach: plain,
    clean: contractTypes,
    says: "Only the contract's types are known here",
  },
  row('panel/api', 'panel/src/api/#.ts', '../session/me.ts', './call.ts', 'api imports the contract alone'),
  row('panel/api', 'panel/src/api/#.ts', 'react', '@sevadesk/contract/gallery.ts', 'api is calls without React'),
  row('routes', 'server/src/resources/a/#-routes.ts', 'kysely', './a-store.ts', 'Routes hold no SQL'),
  row('routes', 'server/src/resources/a/#-routes.ts', '../b/b-routes.ts', '../../errors.ts', 'Routes import their own'),
  row(
    'services',
    'server/src/resources/a/#-service.ts',
    'fastify',
    '../b/b-store.ts',
    'A service knows nothing of HTTP',
  ),
  row('services', 'server/src/resources/a/#-service.ts', 'kysely', '../../media/media.ts', 'SQL belongs in x-store.ts'),
  row('stores', 'server/src/resources/a/#-store.ts', 'fastify', 'kysely', 'A store is SQL and nothing else'),
  row('stores', 'server/src/resources/a/#-store.ts', './a-service.ts', '../../db/schema.ts', 'A store is SQL'),
  row('stores', 'server/src/resources/a/#-store.ts', '../../media/media.ts', '../../db/id.ts', 'A store is SQL'),
  row(
    'server/http',
    'server/src/http/#.ts',
    '../resources/a/a-store.ts',
    '../config.ts',
    'http and jobs import config',
  ),
  row('server/jobs', 'server/src/jobs/#.ts', '../resources/a/a-store.ts', '../db/schema.ts', 'http and jobs import'),
  row(
    'server/db',
    'server/src/db/#.ts',
    '../resources/a/a-store.ts',
    '../config.ts',
    'db, media and receipt-pdf lie under',
  ),
  row('server/media', 'server/src/media/#.ts', 'fastify', '../errors.ts', 'db, media and receipt-pdf lie under'),
  row(
    'server/receipt-pdf',
    'server/src/receipt-pdf/#.ts',
    '../resources/a/a-service.ts',
    './sheet.ts',
    'db, media and',
  ),
  row('migrations', 'server/src/db/migrations/#.ts', '../schema.ts', 'kysely', 'A migration imports kysely alone'),
  row('server', 'server/src/#.ts', '../../panel/src/api/call.ts', '@sevadesk/contract/section.ts', 'The server knows'),
  row('e2e', 'e2e/journeys/#.ts', '../../server/src/app.ts', '@playwright/test', outside),
  row('e2e', 'e2e/journeys/#.ts', '../../panel/src/api/call.ts', '../support/server.ts', outside),
  row('bench', 'bench/#.ts', '../server/src/app.ts', 'node:fs', outside),
  { who: 'bench', file: 'bench/#.ts', breach: plain, clean: contractTypes, says: "Only the contract's types" },
  { who: 'e2e', file: 'e2e/journeys/#.ts', breach: plain, clean: contractTypes, says: "Only the contract's types" },
  row('other backend', 'e2e/other-backend/#.ts', '@sevadesk/contract/section.ts', './memory.ts', 'shares no code'),
]

/** The bans that hold in more than one row. */
export const breaches: Row[] = [
  ...['panel/src/ui/#.ts', 'panel/src/features/a/#.ts', 'panel/src/app/#.ts'].flatMap((file) => [
    row('', file, 'react-aria-components', 'react-aria-components/Button', 'Import React Aria by its subpath'),
    row('', file, 'react-hot-toast', 'react-hot-toast/headless', "Import 'react-hot-toast/headless'"),
  ]),
  ...['contract/src/#.ts', 'server/src/#.ts', 'e2e/support/#.ts', 'scripts/#.ts'].flatMap((file) => [
    row('', file, './utils/text.ts', './text.ts', 'No utils, helpers or common'),
    row('', file, './index.ts', './section-index.ts', 'No index.ts'),
    code(file, 'export default 1', 'export const one = 1', 'default export'),
    code(file, "export * from './a.ts'", "export const a = 'a'", 'export all'),
    code(file, 'export const a: any = 1', 'export const a: unknown = 1', 'any'),
  ]),
  code(
    'panel/src/features/a/#.ts',
    "import { Photo } from '@sevadesk/contract/gallery-schemas.ts'; Photo",
    contractTypes,
    'Schemas reach the panel as types only',
  ),
  code(
    'panel/src/features/a/#.ts',
    "import { type Photo } from '@sevadesk/contract/gallery-schemas.ts'; export type P = Photo",
    contractTypes,
    'Schemas reach the panel as types only',
  ),
  code(
    'panel/src/app/#.ts',
    "import { Type } from 'typebox'; Type",
    "import type { Static } from 'typebox'; export type S = Static<never>",
    'Schemas reach the panel as types only',
  ),
  code(
    'panel/src/features/a/#.ts',
    'new Intl.NumberFormat("hi").format(1)',
    'Number("1").toFixed(2)',
    'Money, dates and numbers are formatted in',
  ),
  code(
    'panel/src/ui/#.ts',
    'new Date().toLocaleDateString("hi")',
    'new Date().toISOString()',
    'Money, dates and numbers are formatted in',
  ),
  code('panel/src/session/#.ts', 'void fetch("/")', 'void Promise.resolve()', 'global variable fetch'),
  code('server/src/http/#.ts', 'process.env.PORT', 'process.pid', 'process.env'),
]

function row(who: string, file: string, banned: string, allowed: string, says: string): Row {
  return { who, file, breach: `import '${banned}'`, clean: `import '${allowed}'`, says }
}

function code(file: string, breach: string, clean: string, says: string): Row {
  return { who: '', file, breach, clean, says }
}
