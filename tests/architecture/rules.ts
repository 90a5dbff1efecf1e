/**
 * Who may import whom, as data (design/house.md; docs/architecture.md shows the same picture).
 * `<room>` stands for one folder name and must be the same on both sides. The first floor whose
 * `files` match a path owns it.
 */
export interface Floor {
  readonly name: string
  readonly files: readonly string[]
  readonly may: readonly string[]
  /** May be imported for their types alone. */
  readonly mayTypes?: readonly string[]
}

const doors = ['src/engine/react/index.ts', 'src/engine/define/index.ts', 'src/data/*/index.ts']

export const floors: readonly Floor[] = [
  { name: 'contract', files: ['schema/generated/**'], may: ['schema/generated/**'] },
  { name: 'domain', files: ['src/domain/**'], may: ['src/domain/**'] },
  {
    name: 'platform',
    files: ['src/platform/<room>/**'],
    may: ['src/platform/<room>/**', 'src/domain/**'],
    mayTypes: ['workers/**'],
  },
  // The sync engine knows no entity: docs/decisions/0034.
  {
    name: 'engine',
    files: ['src/engine/**'],
    may: ['src/engine/**', 'src/platform/**', 'src/domain/**'],
  },
  {
    name: 'data room',
    files: ['src/data/<room>/**'],
    may: [
      'src/data/<room>/**',
      'src/data/*/index.ts',
      'src/engine/define/**',
      'src/engine/store/index.ts',
      'src/engine/react/index.ts',
      'src/domain/**',
      'schema/generated/**',
    ],
  },
  // The roof of the store: the catalogue that the engine is given.
  {
    name: 'data roof',
    files: ['src/data/*'],
    may: ['src/data/**', 'src/engine/**', 'src/platform/**', 'src/domain/**'],
  },
  { name: 'texts', files: ['src/texts/**'], may: ['src/texts/**', 'src/domain/**'] },
  { name: 'ui', files: ['src/ui/**'], may: ['src/ui/**', 'src/texts/**', 'src/domain/**'] },
  {
    name: 'feature',
    files: ['src/features/<room>/**'],
    may: ['src/features/<room>/**', 'src/ui/**', 'src/texts/**', 'src/domain/**', ...doors],
  },
  {
    name: 'gallery',
    files: ['src/gallery/**', 'src/app/gallery/**'],
    may: ['src/gallery/**', 'src/app/gallery/**', 'src/ui/**', 'src/texts/**', 'src/domain/**'],
  },
  {
    name: 'app',
    files: ['src/app/**', 'src/main.tsx'],
    may: [
      'src/app/**',
      'src/features/*/index.ts',
      'src/features/*/index.tsx',
      'src/ui/**',
      'src/texts/**',
      'src/data/*',
      'src/data/*/index.ts',
      'src/engine/**',
      'src/platform/**',
      'src/domain/**',
    ],
  },
  // The data floor in a thread of its own: docs/decisions/0012.
  {
    name: 'compute worker',
    files: ['workers/compute.worker.ts'],
    may: ['src/data/keeping.ts', 'src/domain/without-eval.ts'],
  },
  // It delivers what is sealed without a page: docs/decisions/0016.
  {
    name: 'service worker',
    files: ['workers/service-worker.ts'],
    may: [
      'workers/**',
      'src/engine/outbox/deliver-in-worker.ts',
      'src/engine/outbox/deliver-tag.ts',
    ],
  },
  // It shows a call on a locked screen in the words of the portal.
  {
    name: 'calls of the service worker',
    files: ['workers/called.ts'],
    may: ['src/domain/calling/**', 'src/texts/pushed-call.ts'],
  },
  { name: 'workers', files: ['workers/**'], may: ['workers/**', 'src/domain/**'] },
  {
    name: 'server database',
    files: ['server/db/**'],
    may: ['server/db/**', 'src/domain/**'],
  },
  // The roof of the operations: attaches what the areas answer.
  {
    name: 'server schema',
    files: ['server/graphql/schema.ts'],
    may: ['server/**', 'src/domain/**', 'schema/generated/**'],
  },
  {
    name: 'server graphql',
    files: ['server/graphql/**'],
    may: [
      'server/graphql/**',
      'server/db/**',
      'server/identity/errors.ts',
      'server/identity/verify.ts',
      'server/clock.ts',
      'src/domain/**',
      'schema/generated/**',
    ],
  },
  {
    name: 'server area',
    files: ['server/areas/<room>/**'],
    may: [
      'server/areas/<room>/**',
      'server/areas/*/index.ts',
      'server/engine/**',
      'server/db/**',
      'server/graphql/**',
      'server/clock.ts',
      // The frame of a job; the list of jobs is above the areas.
      'server/jobs/apart.ts',
      'server/jobs/database-clock.ts',
      'server/jobs/organization-failed.ts',
      // A kind of the queue is a handler in its area.
      'server/queue/index.ts',
      'src/domain/**',
      'schema/generated/**',
    ],
  },
  // It knows no area: server/synced.ts hands it what devices hold and send.
  {
    name: 'server engine',
    files: ['server/engine/**'],
    may: [
      'server/engine/**',
      'server/db/**',
      'server/graphql/**',
      'server/clock.ts',
      'server/config.ts',
      'server/configured-database.ts',
      'server/secret-box.ts',
      'src/domain/**',
      'schema/generated/**',
    ],
  },
  {
    name: 'server',
    files: ['server/**'],
    may: ['server/**', 'src/domain/**', 'schema/generated/**'],
  },
]

/**
 * Packages that have one home; anywhere else they are refused. A trailing `*` matches the rest of
 * the name.
 */
export const homes: readonly {
  readonly packages: readonly string[]
  readonly files: readonly string[]
}[] = [
  {
    packages: ['dexie', 'dexie-react-hooks'],
    files: ['src/engine/**', 'src/platform/vault/**'],
  },
  { packages: ['fake-indexeddb'], files: ['src/engine/store/memory.ts'] },
  { packages: ['hash-wasm'], files: ['src/platform/ciphers/**'] },
  { packages: ['graphql-request'], files: ['src/platform/graphql/**'] },
  { packages: ['firebase', 'firebase/*'], files: ['src/platform/auth/**'] },
  // The server signs the portal's token requests; it is the other end of the same pipe.
  { packages: ['ably', 'ably/*'], files: ['src/platform/realtime/**', 'server/http/realtime.ts'] },
  { packages: ['comlink'], files: ['src/platform/compute/**', 'workers/**'] },
  {
    packages: ['@tanstack/react-query', '@tanstack/react-query/*'],
    files: ['src/engine/react/**', 'src/app/**'],
  },
  { packages: ['uplot', 'uplot/*'], files: ['src/ui/chart/**'] },
  {
    packages: ['react', 'react/*', 'react-dom', 'react-dom/*', 'react-router-dom'],
    files: [
      'src/engine/react/**',
      'src/data/*/use-*.ts',
      'src/ui/**',
      'src/features/**',
      'src/app/**',
      'src/gallery/**',
      'src/main.tsx',
    ],
  },
  {
    packages: ['@mantine/*'],
    files: ['src/ui/**', 'src/features/**', 'src/app/**', 'src/gallery/**', 'src/main.tsx'],
  },
  { packages: ['web-push'], files: ['server/push/**'] },
  { packages: ['saxes', 'fflate'], files: ['workers/sheet/**'] },
  { packages: ['workbox-*'], files: ['workers/**', 'src/app/service-worker.ts'] },
  {
    packages: [
      'node:*',
      'hono',
      'hono/*',
      '@hono/*',
      'kysely',
      'pg',
      '@electric-sql/*',
      'graphql-yoga',
      'jose',
      'otplib',
      'pino',
      'nodemailer',
      'rate-limiter-flexible',
    ],
    files: ['server/**'],
  },
]

/** Floors that stand on these packages and nothing else. */
export const onlyPackages: readonly {
  readonly files: readonly string[]
  readonly packages: readonly string[]
}[] = [
  { files: ['src/domain/**'], packages: ['zod'] },
  { files: ['src/texts/**'], packages: [] },
  { files: ['schema/generated/**'], packages: ['graphql', '@graphql-typed-document-node/core'] },
]

/**
 * What a pure rule cannot know by itself: time, chance, the network, the screen. They are
 * arguments.
 */
export const bannedInDomain = {
  members: ['Date.now', 'Math.random', 'performance.now'],
  globals: [
    'crypto',
    'fetch',
    'window',
    'document',
    'navigator',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'location',
    'process',
    'globalThis',
    'XMLHttpRequest',
    'WebSocket',
    'setTimeout',
    'setInterval',
    'queueMicrotask',
    'performance',
    'console',
  ],
} as const

/** Folders that say nothing about what is in them. */
export const emptyNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'misc',
  'lib',
] as const

/** Where the rules are kept; generated files answer for their imports alone. */
export const checkedRoots = ['src', 'server', 'workers', 'schema/generated'] as const
export const generated = 'schema/generated/**'
