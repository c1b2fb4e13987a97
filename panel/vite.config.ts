import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BROWSER_TARGETS, CSS_TARGETS } from './browser-targets.ts'
import { lucideIcons } from './icons.ts'
import { precompressed } from './precompressed.ts'
import { startFiles } from './start-files.ts'

const linguiConfig = { cwd: import.meta.dirname }

/** Fails the build if code of the calendar is in a chunk of the start, which everybody waits for. */
const calendarLater: Plugin = {
  name: 'calendar-later',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !['main', 'start', 'app'].includes(chunk.name)) continue
      const culprit = chunk.moduleIds.find((id) => /@internationalized\/date\/|\/(?:calendar|dates)\//.test(id))
      if (culprit) this.error(`${chunk.fileName} carries ${culprit}, which belongs to the chunk "calendar"`)
    }
  },
}

/** Fails the build if it bundles TypeBox: the panel may import schemas as types only. */
const noSchemaLibrary: Plugin = {
  name: 'no-schema-library',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const culprit = chunk.type === 'chunk' && chunk.moduleIds.find((id) => id.includes('/node_modules/typebox/'))
      if (culprit) this.error(`${chunk.fileName} carries the schema library; import schemas with "import type"`)
    }
  },
}

/**
 * Few files, since each request waits for a round trip. A module goes to the matching group of highest
 * priority, with everything that it imports. `$initial` is the entry.
 */
const APP =
  /\/(?:src\/app\/app\.tsx$|src\/(?:address|api|queries|session|ui)\/|event-dates\.ts$|~icons\/|node_modules\/)/
/** Loaded when a person is about to choose a date. */
const CALENDAR =
  /\/(?:ui\/dates\/calendar\.|@internationalized\/date\/|react-(?:aria|stately)(?:-components)?\/dist\/.*(?:[cC]alendar|useDateFormatter|useUpdateEffect|useDeepMemo))/
const CHUNKS = [
  { name: 'main', tags: ['$initial' as const], priority: 4 },
  { name: 'start', test: /\/src\/start\/start\.tsx$/, priority: 3 },
  {
    name: 'app',
    // The dates of events are here because Dashboard and Events both need them.
    test: (id: string) => APP.test(id) && !CALENDAR.test(id) && !id.includes('/ui/dates/'),
    priority: 2,
  },
  { name: 'calendar', test: CALENDAR, priority: 1 },
  { name: 'media', test: /\/src\/media\//, priority: 1 },
  { name: 'cash-book', test: /\/src\/features\/cash-book\//, priority: 1 },
  // The list, its details and the form of gifts share most of their code.
  { name: 'donations', test: /\/src\/features\/donations\//, priority: 1 },
]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    lucideIcons,
    lingui({ ...linguiConfig, failOnMissing: command === 'build', failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
    noSchemaLibrary,
    calendarLater,
    startFiles,
    precompressed,
  ],
  resolve: { dedupe: ['react', 'react-dom'] },
  css: { transformer: 'lightningcss', lightningcss: { targets: CSS_TARGETS } },
  build: {
    target: BROWSER_TARGETS,
    cssTarget: BROWSER_TARGETS,
    // Inlined assets would need data: in more CSP directives than img-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:4000',
      '/media': 'http://localhost:4000',
      '/config.json': 'http://localhost:4000',
    },
  },
}))
