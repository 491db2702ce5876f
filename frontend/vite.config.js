import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const built = fileURLToPath(new URL('../src/ludens/web/static', import.meta.url));

// Two builds: the page that the server shows, and one script and one style sheet for
// `ludens export --format html`, which writes them into the file.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  publicDir: mode === 'replay' ? false : 'public',
  build:
    mode === 'replay'
      ? {
          outDir: `${built}/replay`,
          emptyOutDir: true,
          target: 'es2022',
          assetsInlineLimit: 1_000_000,
          cssCodeSplit: false,
          rolldownOptions: {
            input: 'src/replay.ts',
            output: {
              format: 'iife',
              entryFileNames: 'replay.js',
              assetFileNames: 'replay[extname]',
              codeSplitting: false,
            },
          },
        }
      : {
          outDir: built,
          emptyOutDir: true,
          target: 'es2022',
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
        },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8643', ws: true } } },
}));
