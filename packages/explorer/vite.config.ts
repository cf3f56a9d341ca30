import { listBuild } from '@travel-rule/web-app/list-build'
import { defineConfig } from 'vite'

const fileNames = '[name]-[hash].js'

export default defineConfig({
  // Relative URLs, so that the files work under any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: fileNames, chunkFileNames: fileNames } } },
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Silences the directives of third-party components and the timings of the build.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      input: 'src/main.tsx',
      output: { entryFileNames: fileNames, chunkFileNames: fileNames, assetFileNames: '[name]-[hash][extname]' },
    },
  },
  plugins: [listBuild({ list: 'explorer.json', icon: 'src/favicon.svg' })],
})
