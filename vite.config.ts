import react from '@vitejs/plugin-react'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkGroups } from './scripts/chunks'

/**
 * The commit this build is of; 'unversioned' outside a checkout. The server answers the same at
 * /version.json.
 */
const gitHash = (): string => {
  if (process.env.GIT_HASH) return process.env.GIT_HASH
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unversioned'
  }
}

/**
 * Writes which build this is beside it: the server answers it at /version.json, so that open pages
 * notice a deployment.
 */
const version = (hash: string): Plugin => ({
  name: 'lamplight-version',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'version.json',
      source: JSON.stringify({ gitHash: hash }),
    })
  },
})

/**
 * zod carries a writer of JSON Schema in every schema it makes, 4 KB gzip that no code here calls:
 * the build leaves it out, and a call of it says so.
 */
const withoutJsonSchema: Plugin = {
  name: 'lamplight-zod-without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].flatMap(
      ([, name]) => (name === undefined ? [] : [name]),
    )
    const absent =
      "const absent = () => { throw new Error('JSON Schema is not part of this build') }"
    const exported = names.map(
      (name) => `export const ${name} = ${name.startsWith('create') ? '() => absent' : 'absent'}`,
    )
    return { code: [absent, ...exported].join('\n'), map: null }
  },
}

/**
 * A page hashes passwords in a worker, always. What hashes in place is for Node: the page's build
 * leaves its 28 KB out.
 */
const withoutHashInPage: Plugin = {
  name: 'lamplight-hash-in-worker',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'hash-wasm' ? '\0hash-wasm-absent' : null),
  load: (id) =>
    id === '\0hash-wasm-absent'
      ? "export const argon2id = () => { throw new Error('A page hashes in a worker') }"
      : null,
}

const hash = gitHash()
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const routerBuild = (name: string): string =>
  here(`node_modules/react-router/dist/production/${name}`)

export default defineConfig({
  define: { __GIT_HASH__: JSON.stringify(hash) },
  plugins: [
    react(),
    version(hash),
    withoutJsonSchema,
    withoutHashInPage,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        // The whole shell, every lazy chunk too: a deep link must open without a line.
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        // The page of a video call is nothing without a line.
        globIgnores: ['gallery.html', '**/gallery-*', '**/{call,CallPage}-*'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      manifest: {
        id: '/',
        name: 'Lamplight virtual ward',
        short_name: 'Lamplight',
        description: 'Watch over patients you cannot see, online and off',
        start_url: '/virtual-ward',
        scope: '/',
        display: 'standalone',
        background_color: '#f6f8f8',
        theme_color: '#0b5c60',
        prefer_related_applications: false,
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
      devOptions: { enabled: false },
    }),
  ],
  resolve: {
    // The package names its development build for browsers, warnings and all.
    alias: [
      { find: /^react-router$/, replacement: routerBuild('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
    ],
  },
  worker: { format: 'es', plugins: () => [withoutJsonSchema] },
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      input: { index: here('index.html') },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
    outDir: 'dist',
  },
  server: {
    port: Number(process.env.DEV_PORT ?? 5173),
    proxy: Object.fromEntries(
      [
        '/Prod',
        '/identitytoolkit.googleapis.com',
        '/securetoken.googleapis.com',
        '/version.json',
        '/health',
        '/ready',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
})
