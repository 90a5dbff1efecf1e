import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import description from '../../../docs/api/openapi.json'
import { systemClock } from '../../../server/clock'
import type { Database } from '../../../server/db/database'
import { sealedFileRoutes } from '../../../server/http/sealed-files'
import { integrationRoutesOf } from '../../../server/http/integration'
import { waveformRoutes } from '../../../server/http/waveforms'
import { createIngest } from '../../../server/ingest'
import { box } from './device'

/** None is asked: no request is made here. */
const database = {} as Database

const routesOf = (app: Hono, base: string, method: string): readonly string[] =>
  app.routes
    .filter((route) => route.method === method)
    .map(({ path }) => `${method} ${base}${path.replace(/:(\w+)/g, '{$1}')}`)

/** Every operation that is described, with its answers by status. */
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    responses: operation.responses as Readonly<Record<string, unknown>>,
  })),
)

test('docs/api/openapi.json has the routes of the ingest API, of files and of the reading API, and no others', () => {
  const files = sealedFileRoutes({
    database,
    clock: systemClock,
    secrets: box,
    isSignedIn: () => Promise.resolve(true),
    strangers: (_c, next) => next(),
  })
  const waveforms = waveformRoutes({
    callerOf: () => {
      throw new Error('No request is made here')
    },
    waveformWindow: () => Promise.resolve(null),
  })
  const integration = integrationRoutesOf({
    database,
    clock: systemClock,
    strangers: (_c, next) => next(),
  })
  const served = [
    ...routesOf(integration, '', 'GET'),
    ...routesOf(createIngest({ database, clock: systemClock, secrets: box }), '/ingest/v1', 'POST'),
    ...routesOf(files, '', 'GET'),
    ...routesOf(waveforms, '', 'GET'),
  ]
  expect(operations.map(({ route }) => route).toSorted()).toEqual([...new Set(served)].toSorted())
})

test('docs/api/openapi.json has each refusal of the ingest API, by its status and code', () => {
  const folder = 'server/ingest'
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const made = [
    ...Array.from(source.matchAll(/new Refusal\(\s*(\d{3}),\s*'([A-Z_]+)'/g), ([, status, code]) =>
      [status, code].join(' '),
    ),
    ...Array.from(source.matchAll(/unauthorized\(\s*'([A-Z_]+)'/g), ([, code]) => `401 ${code}`),
  ]
  const described = operations
    .filter(({ route }) => route.includes('/ingest/'))
    .flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Array.from(JSON.stringify(response).matchAll(/"enum":\[([^\]]*)\]/g), ([, codes = '']) =>
          codes.split(',').map((code) => `${status} ${code.replaceAll('"', '')}`),
        ).flat(),
      ),
    )
  expect(made.length).toBeGreaterThan(10)
  expect([...new Set(described)].toSorted()).toEqual([...new Set(made)].toSorted())
})
