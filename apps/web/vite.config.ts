import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite-precompress.ts'

/** The API for `npm run dev`. */
const api = process.env['NETWARD_DEV_API'] ?? 'http://127.0.0.1:8080'

/** Parts of the component library that nearly every page uses. Rarely used ones stay separate. */
const shellParts = [
  'antd/es/(?:_util|style|theme|config-provider|button|tooltip|select|input|dropdown|menu|app)',
  'antd/es/(?:message|notification|popover|popconfirm|checkbox|auto-complete|space|spin|skeleton|empty)',
  '@rc-component/(?:menu|dropdown|select|virtual-list|trigger|tooltip|input|textarea|overflow)',
  '@rc-component/(?:motion|portal|resize-observer|util|notification|checkbox)',
  '@ant-design/(?:cssinjs|cssinjs-utils|colors|fast-color)',
  '@tanstack',
  'i18next',
  'react-i18next',
]
/** Many pages have one: a separate file would be listed to the sign-in page with each of them. */
const dateField = '/src/ui/date-field[.]'
const inShell = new RegExp(
  `node_modules/(?:${shellParts.join('|')})/|${dateField}`.replaceAll('/', String.raw`[\\/]`),
)
/**
 * The library's fields look for a surrounding form: that lookup is in the shell, forms themselves are not.
 */
const formOnly = /node_modules[\\/]@rc-component[\\/](?:async-validator|form[\\/]es[\\/](?!FormContext))/
/**
 * With all dependencies: the frame of every page, and lists. One file instead of dozens, which compress
 * badly.
 */
const consoleParts =
  /[\\/]src[\\/](?:app[\\/]console|ui[\\/](?:list-page|row-link|copy-text|relative-time|use-batch|batch-result|confirm|why-button|use-company-field))[.]tsx?$/

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), precompress()],
  build: {
    target: 'es2022',
    // The content security policy allows data: for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Otherwise its index, imported through a field's form lookup, would pull in the whole library.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]form[\\/]/, sideEffects: false }],
      },
      output: {
        // A chunk that is both imported and loaded on demand then needs no second file for its names.
        minifyInternalExports: false,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 50 },
            // The sign-in page's code in one piece: small files compress badly.
            { name: 'start', tags: ['$initial'], priority: 45 },
            // The first view of the sign-in page; code shared with the console goes with the rest of the
            // start.
            { name: 'start', test: /src[\\/](?:ui[\\/]brand-mark|lib[\\/]use-t)\./, priority: 44 },
            { name: 'sign-in', test: /src[\\/]features[\\/]sign-in[\\/][^\\/]+$/, priority: 43 },
            { name: 'form', test: formOnly, priority: 43, includeDependenciesRecursively: false },
            { name: 'shell', test: inShell, priority: 42 },
            { name: 'console', test: consoleParts, priority: 41 },
            { name: 'charts', test: /node_modules[\\/](?:echarts|zrender)[\\/]/, priority: 40 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/ota/api': { target: api },
      '/monitor/api': { target: api },
    },
  },
})
