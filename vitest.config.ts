import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Everything but the screens in a real browser (those are Playwright's, tests/e2e). Files run in separate processes:
 * fake-indexeddb, Dexie and timers are global.
 */
export default defineConfig({
  plugins: [react()],
  define: { __GIT_HASH__: JSON.stringify('test') },
  // Vite would load graphql's ES build for our files and Node its CommonJS build for Yoga: two realms, which graphql refuses.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) }] },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/architecture/planted/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    // Many times what a test takes on a machine that is slow and busy: a time-out is to tell of what never ends, and of nothing else.
    testTimeout: 90_000,
    hookTimeout: 240_000,
    // What is waited for is often done by PGlite or is the derivation of a key: vitest's own second is short on two busy cores.
    expect: { poll: { timeout: 30_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    globalSetup: ['tests/global-setup.ts'],
    restoreMocks: true,
  },
})
