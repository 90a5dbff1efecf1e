// Holds the first load to its budget (design/performance.md): what the browser needs before sign-in is interactive is
// index.html, its scripts and style sheets, everything they import statically, and the same of the sign-in route's chunks.
// JavaScript ≤ 250 KB and CSS ≤ 30 KB, both gzip; no later route's own chunks above 40 KB of JavaScript.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, say } from './step.mjs'

const dist = join(root, 'dist')
const budget = { js: 250 * 1024, css: 30 * 1024 }
const read = (name) => readFileSync(join(dist, 'assets', name))
const gz = (name) => gzipSync(read(name), { level: 9 }).length
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const names = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))

/** Chunks that a chunk needs before it runs: its static imports. */
const staticImports = (name) => [...read(name).toString('utf8').matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+\.js)["']/g)].map((match) => match[1])
const closure = (start) => {
  const seen = new Set()
  const visit = (name) => { if (seen.has(name) || !names.includes(name)) return; seen.add(name); staticImports(name).forEach(visit) }
  start.forEach(visit)
  return seen
}

const firstScripts = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map((match) => match[1])
const signIn = names.filter((name) => /^(LoginScreen|SignIn|login)/i.test(name))
const js = closure([...firstScripts, ...signIn].filter((name) => name.endsWith('.js')))
// Style sheets of lazy chunks are named in Vite's preload table; those of the sign-in route carry its name.
const css = new Set([...firstScripts, ...signIn].filter((name) => name.endsWith('.css')))
const total = (set) => [...set].reduce((sum, name) => sum + gz(name), 0)
const sums = { js: total(js), css: total(css) }

say(`First load: ${(sums.js / 1024).toFixed(1)} KB of JavaScript (≤ ${budget.js / 1024}), ${(sums.css / 1024).toFixed(1)} KB of CSS (≤ ${budget.css / 1024}), gzip`)
for (const name of [...js, ...css]) say(`  ${(gz(name) / 1024).toFixed(1).padStart(7)} KB  ${name}`)

const faults = []
if (signIn.length === 0) faults.push('no chunk of the sign-in route was found: has it been renamed?')
if (sums.js > budget.js) faults.push('JavaScript of the first load is over its budget')
if (sums.css > budget.css) faults.push('CSS of the first load is over its budget')
for (const name of js) if (/firebase|ably|uplot|echarts|spreadsheet/i.test(name)) faults.push(`${name} must load only when needed`)
const firebaseInFirst = [...js].filter((name) => /identitytoolkit\.googleapis\.com\/v1/.test(read(name).toString('utf8')))
if (firebaseInFirst.length) faults.push(`the firebase SDK is part of the first load (${firebaseInFirst.join(', ')})`)

// The precache must hold every chunk, or a lazy route is a blank page without a line.
const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')
for (const name of names) if (!worker.includes(name)) faults.push(`${basename(name)} is not in the service worker's precache`)
if (!existsSync(join(dist, 'manifest.webmanifest'))) faults.push('there is no web manifest')

for (const fault of faults) say(`  ✗ ${fault}`)
process.exit(faults.length ? 1 : 0)
