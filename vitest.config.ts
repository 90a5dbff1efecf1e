import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Everything but the screens in a real browser (those are Playwright's, tests/e2e). Files run in separate processes:
 * fake-indexeddb, Dexie and timers are global.
 */
export default defineConfig({
  plugins: [react()],
  define: { __GIT_HASH__: JSON.stringify('test') },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/architecture/planted/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    globalSetup: ['tests/global-setup.ts'],
    restoreMocks: true,
  },
})
