import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Hono } from 'hono'
import { isHashedName } from './kept-assets'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const compressible = /^(text|application\/(json|manifest|wasm)|image\/svg)/

interface StaticFile {
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  readonly encoded: Map<'br' | 'gzip', Promise<Buffer>>
}

const encode = (file: StaticFile, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const known = file.encoded.get(encoding)
  if (known !== undefined) return known
  const made =
    encoding === 'br'
      ? promisify(brotliCompress)(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : promisify(gzip)(file.body)
  file.encoded.set(encoding, made)
  return made
}

/** The files of the directory by path, below `prefix`, in memory and compressed once. */
async function readAll(directory: string, prefix = '/'): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = await Promise.all(
    entries
      // Source maps are for whoever runs the server: they hold the sources, comments and all.
      .filter((entry) => entry.isFile() && extname(entry.name) !== '.map')
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const body = await readFile(path)
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
        const url = `${prefix}${relative(directory, path).split(sep).join('/')}`
        return [
          url,
          {
            type: types[extname(path)] ?? 'application/octet-stream',
            etag,
            body,
            encoded: new Map(),
          },
        ] as const
      }),
  )
  return new Map(files)
}

/** Hashed names never change their content; everything else is asked for again. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') && isHashedName(path)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'

/**
 * The portal's files, and index.html for every path without an extension but those of dot files. 404 without
 * a build.
 * `archive`: files of former builds (kept-assets.ts).
 */
export async function staticFiles(directory: string, archive?: string): Promise<Hono> {
  const former =
    archive === undefined ? new Map<string, StaticFile>() : await readAll(archive, '/assets/')
  const files = new Map([...former, ...(await readAll(directory))])
  const app = new Hono()
  app.get('*', async (c) => {
    const path = c.req.path
    const exact = files.get(path === '/' ? '/index.html' : path)
    const isPage = extname(path) === '' && !path.includes('/.')
    const file = exact ?? (isPage ? files.get('/index.html') : undefined)
    if (file === undefined) return c.text('Not found', 404)
    c.header('Cache-Control', exact === undefined ? 'no-cache' : cacheControl(path))
    c.header('ETag', file.etag)
    c.header('Vary', 'Accept-Encoding')
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304)
    c.header('Content-Type', file.type)
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding =
      !compressible.test(file.type) || file.body.length < 1024
        ? null
        : /\bbr\b/.test(accepted)
          ? 'br'
          : /\bgzip\b/.test(accepted)
            ? 'gzip'
            : null
    if (encoding !== null) c.header('Content-Encoding', encoding)
    const body = encoding === null ? file.body : await encode(file, encoding)
    return c.body(new Uint8Array(body))
  })
  return app
}
