import { listBuild } from '@travel-rule/web-app/list-build'
import { defineConfig } from 'vite'
import { VIEWS } from './src/app/views.ts'

const fileNames = '[name]-[hash].js'

export default defineConfig({
  // Relative URLs, so that the files work under any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Silences the directives of third-party components and the timings of the build.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      input: 'src/main.tsx',
      output: { entryFileNames: fileNames, chunkFileNames: fileNames, assetFileNames: '[name]-[hash][extname]' },
    },
  },
  plugins: [listBuild({ list: 'dashboard.json', icon: 'src/favicon.svg', more: { views: VIEWS } })],
})
