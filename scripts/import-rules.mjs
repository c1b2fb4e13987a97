/**
 * What each file may import. The first row whose `files` match a TypeScript file applies to it.
 * Imports are repository paths, `node/fs` or `npm/react`; `{folder}` is the importing file's
 * resource or feature folder. `import type` is allowed within a workspace, from the contract and
 * from packages, unless the row says `types: 'restricted'`.
 *
 * @typedef {{
 *   files: string,
 *   mayImport: string[],
 *   except?: string[],
 *   types?: 'restricted',
 *   because: string,
 * }} ImportRule
 */

const CONTRACT_SCHEMAS = ['contract/src/**/*-schemas.ts', 'npm/typebox{,/**}']
const PANEL_PACKAGES = ['npm/react', 'npm/react-dom/**', 'npm/@lingui/**']
const UI_PACKAGES = [
  ...PANEL_PACKAGES,
  'npm/react-dom',
  'npm/react-aria-components/**',
  'npm/react-aria/**',
  'npm/{~icons/lucide/*,lean-qr,@internationalized/date}',
  'npm/react-hot-toast/headless',
]
const ADDRESS_PACKAGES = [...PANEL_PACKAGES, 'npm/{@tanstack/react-router,~icons/lucide/*}']
const RESOURCES = 'server/src/resources'
const SERVICE_IMPORTS = [
  `${RESOURCES}/**`,
  'server/src/{concurrency,db,keys,media,jobs,spreadsheet,trust,text}/**',
  'server/src/{errors,native-parts,version}.ts',
  'contract/src/**',
  'node/**',
  'npm/**',
]
const NO_SERVICE_IMPORTS = [`${RESOURCES}/**/*-routes.ts`, 'npm/fastify', 'npm/@fastify/**', 'npm/kysely', 'npm/pg']

/** @type {ImportRule[]} */
export const IMPORT_RULES = [
  {
    files:
      '{server/vite,{contract,server,panel,panel/checks,demo,e2e/kill,e2e/attacks,e2e/fuzz,bench}/vitest}.config.ts',
    mayImport: ['scripts/vitest-suite.ts', 'panel/{testing/echo-server,vite.config}.ts', 'npm/**', 'node/**'],
    because: 'the configuration of the build and the tests',
  },
  {
    files: 'contract/src/**/*.test.ts',
    mayImport: ['contract/src/**', 'npm/typebox{,/**}', 'npm/vitest', 'npm/fast-check'],
    because: 'a test of the contract needs the contract, vitest and fast-check alone',
  },
  {
    files: 'contract/src/**',
    mayImport: ['contract/src/**', 'npm/typebox{,/**}'],
    because: 'browsers and other backends use the contract: no I/O, no React, no Node',
  },

  {
    files: 'panel/{src/**/*.test.{ts,tsx},testing/**,checks/**,*.ts}',
    mayImport: ['panel/**', 'contract/src/**', 'npm/**', 'node/**'],
    because: 'the panel knows the server by the contract alone',
  },
  {
    files: 'panel/src/start/**',
    mayImport: [
      'panel/src/{start,api,locales,session,ui/base,features/login}/**',
      'panel/src/ui/theme.css',
      'panel/src/app/{app.tsx,prepare-screen.ts}',
      'contract/src/**',
      ...PANEL_PACKAGES,
    ],
    except: CONTRACT_SCHEMAS,
    because: 'every page loads start: React and the login screen, without router and query client',
  },
  {
    files: 'panel/src/{main.ts,app/**}',
    mayImport: ['panel/src/**', 'contract/src/**', 'npm/**'],
    except: CONTRACT_SCHEMAS,
    because: 'app puts the panel together; it runs in browsers and knows the server by the contract alone',
  },
  {
    files: 'panel/src/features/**/*-queries.{ts,tsx}',
    mayImport: [
      '{folder}/**',
      'panel/src/{api,queries,records,session,address,ui,media}/**',
      'contract/src/**',
      'npm/@tanstack/**',
      ...UI_PACKAGES,
    ],
    except: CONTRACT_SCHEMAS,
    because: "a feature's queries use the API, the session and ui, never another feature or app",
  },
  {
    files: 'panel/src/features/**',
    mayImport: [
      '{folder}/**',
      'panel/src/api/{api-error,records/fields,records/record-list}.ts',
      'panel/src/{records,session,address,ui,media}/**',
      'panel/src/queries/{use-today,use-form-record}.ts',
      'contract/src/**',
      'npm/@tanstack/**',
      ...UI_PACKAGES,
    ],
    except: CONTRACT_SCHEMAS,
    because: 'a feature shows one screen: calls go through its x-queries.ts, shared parts live in ui or media',
  },
  {
    files: 'panel/src/queries/**',
    mayImport: [
      'panel/src/{queries,records,api,session,ui,media}/**',
      'contract/src/**',
      'npm/@tanstack/react-query',
      ...PANEL_PACKAGES,
    ],
    except: CONTRACT_SCHEMAS,
    because: 'queries holds what the queries of several features share; it knows no feature',
  },
  {
    files: 'panel/src/records/**',
    mayImport: ['panel/src/{records,session,address,ui}/**', 'contract/src/**', 'npm/@tanstack/**', ...UI_PACKAGES],
    except: CONTRACT_SCHEMAS,
    because: 'records says what a donation, a donor, a gift or a purpose is called and linked; it makes no calls',
  },
  {
    files: 'panel/src/session/**',
    mayImport: [
      'panel/src/{session,api}/**',
      'panel/src/ui/base/create-store.ts',
      'contract/src/**',
      'npm/@tanstack/react-query',
      ...PANEL_PACKAGES,
    ],
    except: CONTRACT_SCHEMAS,
    because: 'features, app and ui build upon the session',
  },
  {
    files: 'panel/src/address/**',
    mayImport: ['panel/src/{address,ui}/**', 'contract/src/**', ...ADDRESS_PACKAGES],
    except: CONTRACT_SCHEMAS,
    because: 'address keeps page state in the URL; it makes no calls and knows no feature',
  },
  {
    files: 'panel/src/media/**',
    mayImport: ['panel/src/{media,ui}/**', 'contract/src/**', ...UI_PACKAGES],
    except: CONTRACT_SCHEMAS,
    because: 'media is what galleries, videos and events share; data comes in as props',
  },
  {
    files: 'panel/src/ui/base/**',
    mayImport: ['panel/src/ui/base/**', ...UI_PACKAGES],
    because: 'the login screen loads ui/base: it may pull in nothing else',
  },
  {
    files: 'panel/src/ui/**',
    mayImport: ['panel/src/ui/**', 'contract/src/base/normalise-text.ts', ...UI_PACKAGES],
    because: 'ui is components without data: data, links and contract rules but that of text come in as props',
  },
  {
    files: 'panel/src/api/**',
    mayImport: ['panel/src/api/**', 'contract/src/**', 'npm/@lingui/core/**'],
    except: CONTRACT_SCHEMAS,
    because: 'api is calls without React; everything else in the panel builds upon it',
  },
  {
    files: 'panel/src/locales/**',
    mayImport: ['panel/src/locales/**', 'contract/src/base/language.ts', 'npm/@lingui/**'],
    because: 'locales holds the catalogues of the languages alone',
  },

  {
    files: 'server/src/{**/*.test.ts,testing/**}',
    mayImport: ['{server,contract,demo,contract-check}/src/**', 'npm/**', 'node/**', 'scripts/**'],
    because: 'the server knows the panel as built files alone',
  },
  {
    files: 'server/src/db/migrations/**',
    mayImport: ['server/src/db/migrations/**', 'npm/kysely'],
    types: 'restricted',
    because: 'a migration must do the same in ten years, whatever the code has become',
  },
  {
    files: `${RESOURCES}/*/*-routes.ts`,
    mayImport: [
      '{folder}/*.ts',
      'server/src/{http,text}/**',
      'server/src/db/id.ts',
      'server/src/{errors,dependencies}.ts',
      'contract/src/**',
      'node/stream',
    ],
    because: 'routes call their own service and store; SQL and other resources belong to those',
  },
  {
    files: `${RESOURCES}/*/*/**/*-service.ts`,
    mayImport: SERVICE_IMPORTS,
    except: [...NO_SERVICE_IMPORTS, '{folder}/*-service.ts'],
    because: 'the services of a resource build upon those of its sub-folders, not the other way round',
  },
  {
    files: `${RESOURCES}/*/*-service.ts`,
    mayImport: SERVICE_IMPORTS,
    except: NO_SERVICE_IMPORTS,
    because: 'a service knows neither HTTP nor SQL',
  },
  {
    files: `${RESOURCES}/**/*-store.ts`,
    mayImport: [
      '{folder}/**',
      `${RESOURCES}/*/*-{store,columns}.ts`,
      'server/src/{db,text}/**',
      'server/src/jobs/job-{store,kinds}.ts',
      'contract/src/**',
      'npm/kysely',
      'node/crypto',
      'node/timers/promises',
    ],
    except: ['{folder}/*-service.ts', '{folder}/*-routes.ts'],
    because: 'a store is SQL: files and requests belong to the service and the routes',
  },
  {
    files: `${RESOURCES}/*/*/**`,
    mayImport: [
      '{folder}/**',
      'server/src/{db,spreadsheet,text}/**',
      'server/src/errors.ts',
      'contract/src/**',
      'npm/**',
      'node/**',
    ],
    except: ['{folder}/*-routes.ts', '{folder}/*-service.ts', 'npm/fastify', 'npm/@fastify/**'],
    because: "a resource's sub-folder holds one subject and knows no HTTP",
  },
  {
    files: `${RESOURCES}/*/*.ts`,
    mayImport: [
      '{folder}/*.ts',
      'server/src/text/**',
      'server/src/db/columns.ts',
      'server/src/errors.ts',
      'contract/src/**',
      'npm/to-words/**',
      'npm/{bowser,ipaddr.js,unhomoglyph,@scure/bip39/**}',
      'npm/typebox{,/**}',
      'node/crypto',
      'node/net',
      'node/stream',
      'node/util',
    ],
    except: ['{folder}/*-{routes,service,store}.ts'],
    because: 'a file here is routes, a service, a store or a pure helper; anything else needs a sub-folder',
  },
  {
    files: 'server/src/{http,jobs}/**',
    mayImport: [
      'server/src/{http,jobs,concurrency,db,media,text}/**',
      'server/src/{config,errors,dependencies}.ts',
      'contract/src/**',
      'npm/**',
      'node/**',
    ],
    because: 'http and jobs know no resource: a resource hands in what it has when it registers',
  },
  {
    files: 'server/src/{concurrency,db,keys,media,spreadsheet,trust,locations,text}/**',
    mayImport: [
      'server/src/{concurrency,db,media,spreadsheet,trust,locations,text}/**',
      'server/src/{config,errors}.ts',
      'contract/src/**',
      'npm/**',
      'node/**',
    ],
    except: ['npm/fastify', 'npm/@fastify/**'],
    because: 'resources and http build upon these folders, not the other way round',
  },
  {
    files: 'server/src/{commands/**,*.ts}',
    mayImport: ['server/src/**', 'package.json', 'demo/src/*.ts', 'contract/src/**', 'npm/**', 'node/**'],
    because: 'start-up puts the server together; it knows the panel as built files alone',
  },
  {
    files: 'demo/{src/**/*.test.ts,*.ts}',
    mayImport: ['demo/**', 'server/src/**', 'contract/src/**', 'npm/**', 'node/**'],
    because: 'a test of the sample data may start a server',
  },
  {
    files: 'demo/src/**',
    mayImport: ['demo/src/**', 'server/src/**', 'contract/src/**', 'npm/sharp', 'node/**'],
    except: ['server/src/http/**', 'server/src/**/*-routes.ts', 'server/src/testing/**', 'server/src/app.ts'],
    because: "the sample data uses the server's stores and services, never HTTP",
  },
  {
    files: 'contract-check/{src/**/*.test.ts,src/testing/**,*.ts}',
    mayImport: ['contract-check/**', 'server/src/**', 'contract/src/**', 'scripts/free-port.ts', 'npm/**', 'node/**'],
    because: 'a test of the contract check may start a server',
  },
  {
    files: 'contract-check/src/**',
    mayImport: ['contract-check/src/**', 'contract/src/**', 'npm/typebox{,/**}', 'node/**'],
    because: 'the contract check knows the contract and HTTP alone, nothing of our server',
  },

  {
    files: 'e2e/other-backend/**',
    mayImport: ['e2e/other-backend/**', 'npm/**', 'node/**'],
    types: 'restricted',
    because: 'the other backend is written from the specification alone, or it would prove nothing',
  },
  {
    files: '{bench/donation-rows.ts,bench/donor-rows.ts,e2e/support/seed-donations.ts}',
    mayImport: ['{e2e,bench}/**', 'server/src/{db/donation-columns,resources/donors/donor-columns}.ts', 'node/**'],
    because: 'rows written by SQL need the derived columns that the server stores',
  },
  {
    files: '{e2e,bench}/**',
    mayImport: ['{e2e,bench,scripts}/**', 'playwright.config.ts', 'npm/**', 'node/**'],
    because: 'journeys and benchmarks see the built product from outside',
  },
  {
    files: '{scripts/**,*.ts,contract/*.ts}',
    mayImport: ['{scripts,demo/src,e2e}/**', 'npm/**', 'node/**'],
    because: 'scripts run before anything is installed or built',
  },
]
