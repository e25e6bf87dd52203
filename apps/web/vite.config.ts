import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite-precompress.ts'

/** Where `npm run dev` finds the API. */
const api = process.env['NETWARD_DEV_API'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), precompress()],
  build: {
    target: 'es2022',
    // The content security policy allows data: for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 50 },
            // What the sign-in page needs, in one piece: small files compress badly.
            { name: 'start', tags: ['$initial'], priority: 45 },
            { name: 'charts', test: /node_modules[\\/](?:echarts|zrender)[\\/]/, priority: 40 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: api, ws: true }, '/ota/api': { target: api } },
  },
})
