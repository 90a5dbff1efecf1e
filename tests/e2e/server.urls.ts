const port = Number(process.env['E2E_PORT'] ?? 8190)

/** The servers that the end-to-end tests share, started by `server.setup.ts`; with E2E_URL set, what runs there in the place of both. */
export const serverUrls: readonly [string, string] = process.env['E2E_URL'] === undefined
  ? [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]
  : [process.env['E2E_URL'], process.env['E2E_URL']]
