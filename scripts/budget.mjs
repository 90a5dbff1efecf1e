// Holds the build to its budget (design/performance.md): npm test runs it, and the bench case
// `size` reports it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { measureBundle } from './bundle-size.mjs'
import { root, say } from './step.mjs'

const dist = join(root, 'dist')
const budget = { js: 250 * 1024, css: 30 * 1024, route: 40 * 1024, precache: 3_500 * 1024 }
const { inCircle, first, signedIn, routes, names, read, gz } = measureBundle(dist)
const kb = (bytes) => (bytes / 1024).toFixed(1)

say(
  `First load: ${kb(first.js)} KB of JavaScript (≤ ${budget.js / 1024}), ${kb(first.css)} KB of CSS (≤ ${budget.css / 1024}), gzip`,
)
for (const name of [...first.scripts, ...first.sheets])
  say(`  ${kb(gz(name)).padStart(7)} KB  ${name}`)
say(
  `Every page of who is signed in: ${kb(signedIn)} KB more. Later routes and tabs, what each adds to that, and in brackets to the first load alone (≤ ${budget.route / 1024} KB of JavaScript):`,
)
for (const { name, js, whole } of routes) say(`  ${kb(js).padStart(7)} KB  (${kb(whole)})  ${name}`)

const faults = []
if (inCircle.length > 0)
  faults.push(
    `chunks import each other in a circle: ${inCircle.join(', ')}; give what they share a home in scripts/chunks.ts`,
  )
if (first.signIn.length === 0)
  faults.push('no chunk of the sign-in route was found: has it been renamed?')
if (routes.length === 0)
  faults.push('no chunk of a later route was found: have screens been renamed?')
if (first.js > budget.js) faults.push('JavaScript of the first load is over its budget')
if (first.css > budget.css) faults.push('CSS of the first load is over its budget')
for (const { name, js } of routes)
  if (js > budget.route)
    faults.push(`${name} adds ${kb(js)} KB of JavaScript: over the budget of a later route`)
for (const name of first.scripts)
  if (/firebase|ably|uplot|echarts|spreadsheet/i.test(name))
    faults.push(`${name} must load only when needed`)
const firebaseInFirst = first.scripts.filter((name) =>
  /identitytoolkit\.googleapis\.com\/v1/.test(read(name).toString('utf8')),
)
if (firebaseInFirst.length)
  faults.push(`the firebase SDK is part of the first load (${firebaseInFirst.join(', ')})`)

// The precache must hold every chunk, or a lazy route is a blank page without a line. A video call is none then.
const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
for (const name of names)
  if (!worker.includes(name) && !/^(call|CallPage)-/.test(basename(name)))
    faults.push(`${basename(name)} is not in the service worker's precache`)
const precached = [...new Set([...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url))]
const precacheBytes = precached.reduce((sum, url) => sum + statSync(join(dist, url)).size, 0)
say(
  `Precache: ${precached.length} files, ${kb(precacheBytes)} KB, not compressed (≤ ${budget.precache / 1024})`,
)
if (precacheBytes > budget.precache) faults.push('the precache is over its budget')
if (precached.length === 0) faults.push('the precache of the service worker was not found')

// hash-wasm names each of its algorithms in the code. Of all of them, argon2id alone is used; its
// own hash is blake2b.
const scripts = names.filter((name) => name.endsWith('.js'))
for (const name of scripts)
  if (/name:["'`](adler32|bcrypt|md5|sha512|whirlpool|xxhash32)["'`]/.test(read(name)))
    faults.push(`${name} holds more of hash-wasm than argon2id: import it by name`)
if (!scripts.some((name) => /name:["'`]argon2["'`]/.test(read(name))))
  faults.push('no chunk with argon2id of hash-wasm was found: has it been renamed?')
if (!existsSync(join(dist, 'manifest.webmanifest'))) faults.push('there is no web manifest')

for (const fault of faults) say(`  ✗ ${fault}`)
process.exit(faults.length ? 1 : 0)
