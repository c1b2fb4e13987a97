import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BROWSER_TARGETS, CSS_TARGETS } from './browser-targets.ts'
import { chunkList } from './chunk-list.ts'
import { lucideIcons } from './icons.ts'
import { precompressed } from './precompressed.ts'
import { startFiles } from './start-files.ts'

const linguiConfig = { cwd: import.meta.dirname }

/**
 * Fails the build if code of the calendar, of suggestions or of charts is in a chunk of the start,
 * which everybody waits for.
 */
const laterChunks: Plugin = {
  name: 'later-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !['main', 'start', 'app'].includes(chunk.name)) continue
      const culprit = chunk.moduleIds.find((id) =>
        /@internationalized\/date\/|\/calendar(?:\/|\.)|\/combobox\/|\/ui\/charts\//.test(id),
      )
      if (culprit) this.error(`${chunk.fileName} carries ${culprit}, which belongs to a chunk that is loaded later`)
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
  /\/(?:src\/app\/app\.tsx$|src\/(?:address|api|queries|records|session|ui)\/|(?:event-dates|donors\/certificate|base\/financial-year|gifts\/(?:cash-book|gift-fields)|settings\/list-entry)\.ts$|~icons\/|node_modules\/)/
/** Loaded when a person is about to choose a date. */
const CALENDAR =
  /\/(?:ui\/dates\/calendar\.|@internationalized\/date\/|react-(?:aria|stately)(?:-components)?\/dist\/.*(?:[cC]alendar|useDateFormatter|useDeepMemo))/
/** Loaded with the form of gifts, which alone has a list of suggestions. */
const COMBO_BOX =
  /\/react-(?:aria|stately)(?:-components)?\/dist\/.*(?:[cC]ombo[bB]ox|[lL]ist[bB]ox|useListState|ListCollection|useFormValidation|useTextField|DragAndDrop\.|useFilter)/
/** Loaded with the groups of donations. */
const CHARTS = /\/(?:ui\/charts\/|groups\/group-chart\.)/
/** The modules that import the list of suggestions. */
const GIFT_FORM = /\/donations\/gifts\/(?:gift-entry-page|gift-edit-page|gift-form|main-fields|donor-field)\./
const CHUNKS = [
  { name: 'main', tags: ['$initial' as const], priority: 4 },
  { name: 'start', test: /\/src\/start\/start\.tsx$/, priority: 3 },
  {
    name: 'app',
    // Several pages need these few modules of the contract; else one would load the chunk of another.
    test: (id: string) => APP.test(id) && !CALENDAR.test(id) && !COMBO_BOX.test(id) && !CHARTS.test(id),
    priority: 2,
  },
  { name: 'calendar', test: CALENDAR, priority: 1 },
  { name: 'media', test: /\/src\/media\//, priority: 1 },
  { name: 'cash-book', test: /\/src\/features\/cash-book\//, priority: 1 },
  // The list, its details and the form of gifts share most of their code.
  {
    name: 'donations',
    test: (id: string) => /\/src\/features\/donations\//.test(id) && !GIFT_FORM.test(id) && !CHARTS.test(id),
    priority: 1,
  },
  { name: 'charts', test: CHARTS, priority: 0 },
  { name: 'gift-form', test: (id: string) => GIFT_FORM.test(id) || COMBO_BOX.test(id), priority: 0 },
]

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    lucideIcons,
    lingui({ ...linguiConfig, failOnMissing: command === 'build', failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
    noSchemaLibrary,
    laterChunks,
    startFiles,
    precompressed,
    chunkList,
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
